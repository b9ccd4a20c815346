import { digammaGap, logGammaGap, trigamma } from '../../math/gamma.js';
import type { LikelihoodKernel } from '../likelihood.js';
import { logistic, logLogistic } from './binary-outcomes.js';
import { normalCumulative } from '../../math/normal.js';

// Local bindings: test runners with a separate global object per file make every lookup of `Math` slow.
const { exp, expm1, log } = Math;

/**
 * Gamma amounts with mean μ = e^η0 and variance μ² / k, with the ancillary parameter `log_shape` = log k. With `hasZero`, a second equation decides
 * about 0 before (hurdle): an amount is 0 with probability 1 / (1 + e^-η1). The expected information is conditional on which amounts are 0, so
 * that standard errors are those of the separate models, as of R's `glm`. The density is the one of the logarithm, so that the likelihood and the
 * measures of the fit do not depend on the unit; it is the one of the amount times the amount.
 * Source: McCullagh and Nelder, "Generalized linear models", 2nd edition, chapter 8; Cragg, "Some statistical models for limited dependent
 * variables", Econometrica 39 (1971).
 *
 * @param amounts one number per row: above 0, or from 0 with `hasZero`
 */
export function gammaAmounts(amounts: Float64Array, hasZero: boolean): LikelihoodKernel {
  const equations = hasZero ? 2 : 1;
  const size = equations + 1;
  const shapeAt = equations;
  const logs = amounts.map(log);
  return {
    equations,
    ancillary: [{ id: 'log_shape', start: 0 }],
    evaluate(row, eta, ancillary, out) {
      const amount = amounts[row]!;
      let value = 0;
      if (hasZero) {
        const zero = logistic(eta[1]!);
        const isZero = amount === 0;
        if (out) {
          out.gradient[1] = Number(isZero) - zero;
          out.hessian[1 * size + 1] = -zero * (1 - zero);
        }
        value = logLogistic(isZero ? eta[1]! : -eta[1]!);
        if (isZero) return value;
      }
      const shape = exp(ancillary[0]!);
      // Amounts of a large shape are close to their mean: differences of large terms would have no digits left.
      const distance = logs[row]! - eta[0]!;
      const excess = expm1(distance);
      const byShape = distance - excess + digammaGap(shape);
      if (out) {
        out.gradient[0] = shape * excess;
        out.gradient[shapeAt] = shape * byShape;
        out.hessian[0] = -shape * (excess + 1);
        out.hessian[shapeAt] = out.hessian[shapeAt * size] = shape * excess;
        out.hessian[shapeAt * size + shapeAt] = shape * byShape + shape * (1 - shape * trigamma(shape));
      }
      return value + shape * (distance - excess) + logGammaGap(shape);
    },
    expectedHessian(row, eta, ancillary, hessian) {
      if (hasZero) {
        const zero = logistic(eta[1]!);
        hessian[1 * size + 1] = -zero * (1 - zero);
        if (amounts[row] === 0) return;
      }
      const shape = exp(ancillary[0]!);
      hessian[0] = -shape;
      hessian[shapeAt * size + shapeAt] = shape * (1 - shape * trigamma(shape));
    },
  };
}

const inverseSqrt2Pi = 0.3989422804014327;

/**
 * Interval-censored amounts with a spike at zero: the amount is 0 with probability 1 / (1 + e^-η1), otherwise
 * log-normal. The logarithm has mean η0 and standard deviation e^`log_sigma`. Equations: 0 the amount, 1 the spike.
 * P(lower < amount ≤ upper) = (1 - spike)·(Φ((ln upper - η0)/σ) - Φ((ln lower - η0)/σ)), plus the spike if lower is 0.
 * The log-likelihood is not concave.
 * Source: Kriström, "Spike models in contingent valuation", American Journal of Agricultural Economics 79 (1997).
 *
 * @param lower lower end of each row, 0 or more
 * @param upper upper end of each row, above lower; Infinity if only the lower end is known
 */
export function spikeLogNormal(lower: Float64Array, upper: Float64Array): LikelihoodKernel {
  const logLower = lower.map(Math.log);
  const logUpper = upper.map(Math.log);
  return {
    equations: 2,
    ancillary: [{ id: 'log_sigma', start: 0.5 }],
    evaluate(row, eta, ancillary, out) {
      const sigma = Math.exp(ancillary[0]!);
      const from = (logLower[row]! - eta[0]!) / sigma;
      const to = (logUpper[row]! - eta[0]!) / sigma;
      const amount =
        from > 0 ? normalCumulative(-from) - normalCumulative(-to) : normalCumulative(to) - normalCumulative(from);
      const spike = 1 / (1 + Math.exp(-eta[1]!));
      const atZero = lower[row] === 0 ? 1 : 0;
      const probability = (1 - spike) * amount + spike * atZero;
      if (!(probability > 0)) return -Infinity;
      if (out) {
        const rise = spike * (1 - spike);
        const byMean = -(density(to) - density(from)) / sigma;
        const bySpread = -(moment(to) - moment(from));
        const first = [(1 - spike) * byMean, rise * (atZero - amount), (1 - spike) * bySpread] as const;
        const curve01 = -rise * byMean;
        const curve02 = ((1 - spike) * (bend(to) - bend(from))) / sigma;
        const curve12 = -rise * bySpread;
        const second = [
          ...[((1 - spike) * bySpread) / (sigma * sigma), curve01, curve02],
          ...[curve01, rise * (1 - 2 * spike) * (atZero - amount), curve12],
          ...[curve02, curve12, (1 - spike) * (twist(to) - twist(from))],
        ];
        for (let i = 0; i < 3; i++) {
          out.gradient[i] = first[i]! / probability;
          for (let j = 0; j < 3; j++) {
            out.hessian[i * 3 + j] =
              second[i * 3 + j]! / probability - (first[i]! * first[j]!) / (probability * probability);
          }
        }
      }
      return Math.log(probability);
    },
  };
}

/** φ(z). The functions below multiply φ by the polynomials of its derivatives; all are 0 at ±Infinity. */
function density(z: number): number {
  return inverseSqrt2Pi * Math.exp((-z * z) / 2);
}

function moment(z: number): number {
  return Number.isFinite(z) ? z * density(z) : 0;
}

function bend(z: number): number {
  return Number.isFinite(z) ? (1 - z * z) * density(z) : 0;
}

function twist(z: number): number {
  return Number.isFinite(z) ? z * (1 - z * z) * density(z) : 0;
}
