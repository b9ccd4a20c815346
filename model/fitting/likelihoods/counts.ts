import type { LikelihoodKernel } from '../likelihood.js';
import { digamma, logGamma, trigamma } from '../../math/gamma.js';

// Local bindings: test runners with a separate global object per file make every lookup of `Math` slow.
const { exp, log, log1p } = Math;

/**
 * Poisson counts with mean e^η. One equation.
 * Source: Cameron and Trivedi, "Regression analysis of count data", 2nd edition, section 3.2.
 *
 * @param counts one whole number per row, from 0
 */
export function poisson(counts: Float64Array): LikelihoodKernel {
  const constants = Float64Array.from(counts, (count) => logGamma(count + 1));
  return {
    equations: 1,
    ancillary: [],
    evaluate(row, eta, _ancillary, out) {
      const mean = exp(eta[0]!);
      const count = counts[row]!;
      if (out) {
        out.gradient[0] = count - mean;
        out.hessian[0] = -mean;
      }
      return count * eta[0]! - mean - constants[row]!;
    },
  };
}

/**
 * Negative binomial counts (NB2) with mean μ = e^η and variance μ + μ²/θ. One equation and the ancillary parameter
 * `log_theta` (α = 1/θ).
 * The expected information treats θ as orthogonal to the coefficients, which is correct for NB2. For θ it uses the
 * observed information, because the expected one has no closed form. MASS::glm.nb reports the same standard errors.
 * Source: Cameron and Trivedi, "Regression analysis of count data", section 3.3.
 *
 * @param counts one whole number per row, from 0
 */
export function negativeBinomial(counts: Float64Array): LikelihoodKernel {
  const constants = Float64Array.from(counts, (count) => logGamma(count + 1));
  return {
    equations: 1,
    ancillary: [{ id: 'log_theta', start: 0 }],
    evaluate(row, eta, ancillary, out) {
      const count = counts[row]!;
      const mean = exp(eta[0]!);
      const theta = exp(ancillary[0]!);
      const total = theta + mean;
      if (out) {
        const first = firstByTheta(count, mean, theta);
        out.gradient[0] = ((count - mean) * theta) / total;
        out.gradient[1] = theta * first;
        out.hessian[0] = (-mean * theta * (theta + count)) / (total * total);
        out.hessian[1] = out.hessian[2] = (theta * (count - mean) * mean) / (total * total);
        out.hessian[3] = theta * theta * secondByTheta(count, mean, theta) + theta * first;
      }
      return (
        logGamma(count + theta) -
        logGamma(theta) -
        constants[row]! -
        theta * log1p(mean / theta) +
        count * (eta[0]! - log(total))
      );
    },
    expectedHessian(row, eta, ancillary, hessian) {
      const mean = exp(eta[0]!);
      const theta = exp(ancillary[0]!);
      hessian[0] = (-mean * theta) / (theta + mean);
      const first = firstByTheta(counts[row]!, mean, theta);
      hessian[3] = theta * theta * secondByTheta(counts[row]!, mean, theta) + theta * first;
    },
  };
}

function firstByTheta(count: number, mean: number, theta: number): number {
  const total = theta + mean;
  return digamma(count + theta) - digamma(theta) - log1p(mean / theta) + (mean - count) / total;
}

function secondByTheta(count: number, mean: number, theta: number): number {
  const total = theta + mean;
  return trigamma(count + theta) - trigamma(theta) + 1 / theta - 2 / total + (count + theta) / (total * total);
}
