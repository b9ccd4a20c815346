import type { LikelihoodKernel } from '../likelihood.js';
import { type Link, linkOf } from '../../equations/formulas.js';

// Local bindings: test runners with a separate global object per file make every lookup of `Math` slow.
const { exp, expm1, log, log1p } = Math;

/** 1 / (1 + e^-x), without overflow. */
export function logistic(x: number): number {
  if (x >= 0) return 1 / (1 + exp(-x));
  const e = exp(x);
  return e / (1 + e);
}

/** ln(1 / (1 + e^-x)), without overflow and exact for large |x|. */
export function logLogistic(x: number): number {
  return x >= 0 ? -log1p(exp(-x)) : x - log1p(exp(x));
}

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

/**
 * Discrete-time proportional hazards: P(event in the period) = 1 - exp(-e^η). One equation, person-period rows.
 * Source: Prentice and Gloeckler, "Regression analysis of grouped survival data", Biometrics 34 (1978).
 *
 * @param event 1 for each row in which the event occurred, otherwise 0
 */
export function complementaryLogLog(event: Uint8Array): LikelihoodKernel {
  return {
    equations: 1,
    ancillary: [],
    evaluate(row, eta, _ancillary, out) {
      const hazard = exp(eta[0]!);
      if (event[row] === 0) {
        if (out) out.gradient[0] = out.hessian[0] = -hazard;
        return -hazard;
      }
      if (out) {
        const slope = hazardOverOdds(hazard);
        out.gradient[0] = slope;
        out.hessian[0] = slope * (1 - hazard - slope);
      }
      return log(-expm1(-hazard));
    },
    expectedHessian(_row, eta, _ancillary, hessian) {
      const hazard = exp(eta[0]!);
      hessian[0] = -hazard * hazardOverOdds(hazard);
    },
  };
}

/** h / (e^h - 1): approaches 1 for small h and 0 for large h. */
function hazardOverOdds(hazard: number): number {
  return hazard === 0 ? 1 : hazard / expm1(hazard);
}
