import type { LikelihoodKernel } from '../likelihood.js';

// Local bindings: test runners with a separate global object per file make every lookup of `Math` slow.
const { exp, log } = Math;

/** If the inverse of a probability is greater at any point, `evaluate` is used for the row, which cannot overflow. */
const maxTotal = 1e100;

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
  let totals = new Float64Array(0);
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
    evaluatePoints(row, block, inverses) {
      const choice = chosen[row]!;
      if (!isAvailable(row, choice)) return false;
      const points = inverses.length;
      if (totals.length < points) totals = new Float64Array(points);
      for (let k = 0; k < points; k++) totals[k] = 1;
      const own = choice * points;
      for (let j = 0; j < alternatives; j++) {
        if (j === choice) continue;
        const from = j * points;
        if (isAvailable(row, j))
          for (let k = 0; k < points; k++)
            totals[k] = totals[k]! + (block[from + k] = exp(block[from + k]! - block[own + k]!));
        else for (let k = 0; k < points; k++) block[from + k] = 0;
      }
      for (let k = 0; k < points; k++) if (!(totals[k]! < maxTotal)) return false;
      for (let k = 0; k < points; k++) {
        inverses[k] = inverses[k]! * totals[k]!;
        totals[k] = 1 / totals[k]!;
        block[own + k] = 1 - totals[k]!;
      }
      for (let j = 0; j < alternatives; j++) {
        if (j === choice) continue;
        const from = j * points;
        for (let k = 0; k < points; k++) block[from + k] = -block[from + k]! * totals[k]!;
      }
      return true;
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
