import { semidefiniteCholesky } from '../math/cholesky.js';
import { normalCumulative } from '../math/normal.js';
import { fillNumbers, streamPurposes } from '../random/stream.js';
import { streamKey } from '../random/stream-key.js';

/** Random draws from the joint distribution. The standard error of a probability is at most 0.0036. */
const drawCount = 20_000;
/** Values that differ by less are tied. */
const tieWidth = 1e-12;

export interface Ranking {
  /** Indices of the figures, best first. */
  readonly order: readonly number[];
  /** Probability of each figure to be the best one, in the order of the figures. Ties share it. */
  readonly best: readonly number[];
  /** Probability that each figure of the order is better than the next one; one element less than figures. Ties count half. */
  readonly betterThanNext: readonly number[];
  /** Probability that the whole order is right. */
  readonly wholeOrder: number;
}

/**
 * Ranks figures with a joint normal distribution. Probabilities of two figures are exact. Those of more are shares of random draws from the
 * joint distribution, with a fixed seed.
 *
 * @param covariance covariance of the errors of the figures, row by row; it can be singular
 */
export function rankNormals(
  means: readonly number[],
  covariance: readonly (readonly number[])[],
  objective: 'maximize' | 'minimize',
): Ranking {
  const sign = objective === 'maximize' ? 1 : -1;
  const values = means.map((mean) => sign * mean);
  const order = values.map((_, k) => k).sort((a, b) => values[b]! - values[a]! || a - b);
  const betterThanNext = order.slice(1).map((next, k) => probabilityGreater(values, covariance, order[k]!, next));
  if (means.length === 2) {
    const [first, second] = order as [number, number];
    const best = [0, 0];
    best[first] = betterThanNext[0]!;
    best[second] = 1 - betterThanNext[0]!;
    return { order, best, betterThanNext, wholeOrder: betterThanNext[0]! };
  }
  return { order, betterThanNext, ...sampled(values, covariance, order) };
}

/** Probability that value i is greater than value j. Equal values without error count half. */
export function probabilityGreater(
  values: readonly number[],
  covariance: readonly (readonly number[])[],
  i: number,
  j: number,
): number {
  const variance = covariance[i]![i]! + covariance[j]![j]! - 2 * covariance[i]![j]!;
  const difference = values[i]! - values[j]!;
  const scale = Math.max(Math.abs(values[i]!), Math.abs(values[j]!), Number.MIN_VALUE);
  if (variance <= (tieWidth * scale) ** 2) return isTied(values[i]!, values[j]!) ? 0.5 : Number(difference > 0);
  return normalCumulative(difference / Math.sqrt(variance));
}

function sampled(values: readonly number[], covariance: readonly (readonly number[])[], order: readonly number[]) {
  const size = values.length;
  const factor = semidefiniteCholesky(covariance);
  const normals = new Float64Array(size * drawCount);
  fillNumbers('normal', streamKey(0, 'ranking'), streamPurposes.estimates, 0, size, 0, drawCount, normals);
  const best = new Float64Array(size);
  const drawn = new Float64Array(size);
  let inOrder = 0;
  for (let draw = 0; draw < drawCount; draw++) {
    for (let row = 0; row < size; row++) {
      let value = values[row]!;
      for (let k = 0; k <= row; k++) value += factor[row * size + k]! * normals[k * drawCount + draw]!;
      drawn[row] = value;
    }
    let greatest = -Infinity;
    for (const value of drawn) if (value > greatest) greatest = value;
    let tied = 0;
    for (const value of drawn) if (isTied(value, greatest)) tied++;
    for (let row = 0; row < size; row++) if (isTied(drawn[row]!, greatest)) best[row] = best[row]! + 1 / tied;
    let isInOrder = true;
    for (let k = 1; k < size && isInOrder; k++) {
      const [better, worse] = [drawn[order[k - 1]!]!, drawn[order[k]!]!];
      isInOrder = better >= worse || isTied(better, worse);
    }
    if (isInOrder) inOrder++;
  }
  return { best: Array.from(best, (count) => count / drawCount), wholeOrder: inOrder / drawCount };
}

function isTied(a: number, b: number): boolean {
  return Math.abs(a - b) <= tieWidth * Math.max(1, Math.abs(a), Math.abs(b));
}
