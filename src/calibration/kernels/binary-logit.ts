import type { LikelihoodKernel } from '../likelihood.js';
import { logLogistic, logistic } from '../numbers/logistic.js';

/**
 * Binary logit: P(success) = 1 / (1 + e^-η). One equation. A row is one response, or a cell of a count table with
 * `trials` responses. The log-likelihood of a cell omits the binomial coefficient, so that it equals the log-likelihood
 * of its individual responses. With person-period rows, the kernel is the hazard of a discrete-time model with a logit
 * link.
 * Source: McCullagh and Nelder, "Generalized linear models", 2nd edition, chapter 4.
 *
 * @param successes 0 or 1 per row, or the number of successes of the cell
 * @param trials number of trials per row. Default: 1
 */
export function binaryLogit(successes: Float64Array, trials?: Float64Array): LikelihoodKernel {
  return {
    equations: 1,
    ancillary: [],
    evaluate(row, eta, _ancillary, out) {
      const x = eta[0]!;
      const yes = successes[row]!;
      const all = trials ? trials[row]! : 1;
      if (out) {
        const probability = logistic(x);
        out.gradient[0] = yes - all * probability;
        out.hessian[0] = -all * probability * logistic(-x);
      }
      return (yes > 0 ? yes * logLogistic(x) : 0) + (all > yes ? (all - yes) * logLogistic(-x) : 0);
    },
  };
}
