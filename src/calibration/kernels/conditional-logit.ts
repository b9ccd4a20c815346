import type { LikelihoodKernel } from '../likelihood.js';

// Local bindings: test runners with a separate global object per file make every lookup of `Math` slow.
const { exp, log } = Math;

/**
 * Conditional logit: P(j) = e^ηj / Σ e^ηk over the alternatives available in the row. One equation per alternative.
 * Source: McFadden, "Conditional logit analysis of qualitative choice behavior" (1974).
 *
 * @param alternatives J, the number of alternatives
 * @param chosen chosen alternative of each row, from 0; an unavailable alternative has probability 0
 * @param available rows × J, row-major order, 0 for an unavailable alternative. Default: all are available
 */
export function conditionalLogit(alternatives: number, chosen: Int32Array, available?: Uint8Array): LikelihoodKernel {
  const shares = new Float64Array(alternatives);
  const isAvailable = availableIn(alternatives, available);
  return {
    equations: alternatives,
    ancillary: [],
    evaluate(row, eta, _ancillary, out) {
      const choice = chosen[row]!;
      if (!isAvailable(row, choice)) return -Infinity;
      let best = -Infinity;
      for (let j = 0; j < alternatives; j++) {
        if (isAvailable(row, j) && !(eta[j]! <= best)) best = eta[j]!;
      }
      let total = 0;
      for (let j = 0; j < alternatives; j++) total += shares[j] = isAvailable(row, j) ? exp(eta[j]! - best) : 0;
      if (out) {
        const { gradient, hessian, isGradientOnly } = out;
        for (let j = 0; j < alternatives; j++) {
          const share = (shares[j]! /= total);
          if (share > 0) gradient[j] = -share;
        }
        gradient[choice]! += 1;
        if (!isGradientOnly) writeHessian(hessian, shares);
      }
      return eta[choice]! - best - log(total);
    },
  };
}

function writeHessian(hessian: Float64Array, shares: Float64Array): void {
  const { length } = shares;
  for (let j = 0; j < length; j++) {
    const share = shares[j]!;
    if (share === 0) continue;
    for (let k = 0; k < length; k++) hessian[j * length + k] = share * shares[k]!;
    hessian[j * length + j]! -= share;
  }
}

/** Whether an alternative is available in a row. */
export function availableIn(
  alternatives: number,
  available: Uint8Array | undefined,
): (row: number, alternative: number) => boolean {
  return (row, alternative) => !available || available[row * alternatives + alternative] !== 0;
}
