import { type LikelihoodKernel } from '../likelihood.js';

// Bound once: test runners that give each file a global object of their own make every look-up of `Math` slow.
const { exp, log } = Math;

/**
 * Conditional logit: P(j) = e^ηj / Σ e^ηk over the alternatives available in the row. One equation an alternative.
 * Source: McFadden, "Conditional logit analysis of qualitative choice behavior" (1974).
 *
 * @param alternatives how many there are, J
 * @param chosen of each row: the number of the alternative, from 0; one that is not available has no chance
 * @param available rows × J, row by row: 0 where the alternative is not; all are when absent
 */
export function conditionalLogit(alternatives: number, chosen: Int32Array, available?: Uint8Array): LikelihoodKernel {
  const shares = new Float64Array(alternatives);
  return {
    equations: alternatives,
    ancillary: [],
    evaluate(row, eta, _ancillary, out) {
      const choice = chosen[row]!;
      if (!isOpen(row, choice)) return -Infinity;
      let best = -Infinity;
      for (let j = 0; j < alternatives; j++) {
        if (isOpen(row, j) && !(eta[j]! <= best)) best = eta[j]!;
      }
      let total = 0;
      for (let j = 0; j < alternatives; j++) total += shares[j] = isOpen(row, j) ? exp(eta[j]! - best) : 0;
      if (out) {
        for (let j = 0; j < alternatives; j++) shares[j]! /= total;
        for (let j = 0; j < alternatives; j++) {
          const share = shares[j]!;
          if (share === 0) continue;
          out.gradient[j] = -share;
          for (let k = 0; k < alternatives; k++) out.hessian[j * alternatives + k] = share * shares[k]!;
          out.hessian[j * alternatives + j]! -= share;
        }
        out.gradient[choice]! += 1;
      }
      return eta[choice]! - best - log(total);
    },
  };

  function isOpen(row: number, alternative: number): boolean {
    return !available || available[row * alternatives + alternative] !== 0;
  }
}
