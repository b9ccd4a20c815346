import { type LikelihoodKernel } from '../likelihood.js';
import { logLogistic, logistic } from '../numbers/logistic.js';

/**
 * Binary logit: P(yes) = 1 / (1 + e^-η). One equation. A row is one answer, or a cell of a count table with `trials` answers, for
 * which the log-likelihood leaves out the binomial coefficient: the same as that of the answers one by one.
 * Also the hazard of a discrete-time model with a logit link, over person-period rows.
 * Source: McCullagh and Nelder, "Generalized linear models", 2nd edition, chapter 4.
 *
 * @param successes of each row: 0 or 1, or how many of the cell said yes
 * @param trials of each row; 1 when absent
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
