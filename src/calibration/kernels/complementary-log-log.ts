import type { LikelihoodKernel } from '../likelihood.js';

// Local bindings: test runners with a separate global object per file make every lookup of `Math` slow.
const { exp, expm1, log } = Math;

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
