import { type Link, linkOf } from '../../engine/model/links.js';
import type { LikelihoodKernel } from '../likelihood.js';
import { binaryLogit } from './binary-logit.js';

/**
 * Binary outcomes with a link: P(success) = P(error > -η). One equation. A row is one response, or a cell of a count
 * table with `trials` responses, as in {@link binaryLogit}.
 * Source: McCullagh and Nelder, "Generalized linear models", 2nd edition, chapter 4.
 *
 * @param successes 0 or 1 per row, or the number of successes of the cell
 * @param trials number of trials per row. Default: 1
 * @param link distribution of the random error. Default: logistic
 */
export function binaryOutcomes(
  successes: Float64Array,
  trials: Float64Array | undefined,
  link: Link = linkOf({}),
): LikelihoodKernel {
  // The canonical link has shorter derivatives, which do not depend on the outcome.
  if (link === linkOf({})) return binaryLogit(successes, trials);
  return {
    equations: 1,
    ancillary: [],
    evaluate(row, eta, _ancillary, out) {
      const x = -eta[0]!;
      const yes = successes[row]!;
      const no = (trials ? trials[row]! : 1) - yes;
      const logYes = yes > 0 ? link.logAbove(x) : 0;
      const logNo = no > 0 ? link.logBelow(x) : 0;
      if (out) {
        const logDensity = link.logDensity(x);
        const slope = link.logDensitySlope(x);
        // Density divided by the probability, which is exact in the tails.
        const above = yes > 0 ? Math.exp(logDensity - logYes) : 0;
        const below = no > 0 ? Math.exp(logDensity - logNo) : 0;
        out.gradient[0] = yes * above - no * below;
        out.hessian[0] = no * below * (slope - below) - yes * above * (slope + above);
      }
      return yes * logYes + no * logNo;
    },
    expectedHessian(row, eta, _ancillary, hessian) {
      const x = -eta[0]!;
      const logInformation = 2 * link.logDensity(x) - link.logAbove(x) - link.logBelow(x);
      hessian[0] = -(trials ? trials[row]! : 1) * Math.exp(logInformation);
    },
  };
}
