import { digamma, logGamma, trigamma } from '../../engine/math/gamma.js';
import type { LikelihoodKernel } from '../likelihood.js';
import { logistic, logLogistic } from '../numbers/logistic.js';

// Local bindings: test runners with a separate global object per file make every lookup of `Math` slow.
const { exp, log } = Math;

/**
 * Gamma amounts with mean μ = e^η0 and variance μ² / k, with the ancillary parameter `log_shape` = log k. With `hasZero`, a second equation decides
 * about 0 before (hurdle): an amount is 0 with probability 1 / (1 + e^-η1). The expected information is conditional on which amounts are 0, so
 * that standard errors are those of the separate models, as of R's `glm`.
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
      const ratio = amount * exp(-eta[0]!);
      const byShape = log(shape) + 1 - eta[0]! + logs[row]! - ratio - digamma(shape);
      if (out) {
        out.gradient[0] = shape * (ratio - 1);
        out.gradient[shapeAt] = shape * byShape;
        out.hessian[0] = -shape * ratio;
        out.hessian[shapeAt] = out.hessian[shapeAt * size] = shape * (ratio - 1);
        out.hessian[shapeAt * size + shapeAt] = shape * byShape + shape * (1 - shape * trigamma(shape));
      }
      return value + shape * (log(shape) - eta[0]! - ratio) + (shape - 1) * logs[row]! - logGamma(shape);
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
