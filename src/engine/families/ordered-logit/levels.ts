import type { ErrorDistribution } from '../../model/random-intercepts.js';

/** Outcome at a score (predictor plus error): the number of thresholds below the score. */
export function levelAt(score: number, thresholds: ArrayLike<number>): number {
  let level = 0;
  while (level < thresholds.length && score > thresholds[level]!) level++;
  return level;
}

/** Outcome of each agent. */
export function levelsOf(predictors: Float64Array, errors: Float64Array, thresholds: ArrayLike<number>): Uint8Array {
  const levels = new Uint8Array(predictors.length);
  for (let row = 0; row < levels.length; row++) levels[row] = levelAt(predictors[row]! + errors[row]!, thresholds);
  return levels;
}

/** Probability of each outcome: `[outcome * count + row]`. */
export function levelProbabilities(
  predictors: Float64Array,
  thresholds: ArrayLike<number>,
  errors: Pick<ErrorDistribution, 'above'>,
): Float64Array {
  const count = predictors.length;
  const probabilities = new Float64Array((thresholds.length + 1) * count);
  for (let row = 0; row < count; row++) {
    let above = 1;
    for (let level = 0; level < thresholds.length; level++) {
      const next = errors.above(thresholds[level]! - predictors[row]!);
      probabilities[level * count + row] = above - next;
      above = next;
    }
    probabilities[thresholds.length * count + row] = above;
  }
  return probabilities;
}

/**
 * Makes thresholds non-decreasing. Thresholds drawn from their covariance can cross, and an outcome between them would have a negative
 * probability. A threshold below an earlier one is therefore raised to it.
 */
export function nonDecreasing(thresholds: readonly number[]): Float64Array {
  let greatest = -Infinity;
  return Float64Array.from(thresholds, (threshold) => (greatest = Math.max(greatest, threshold)));
}
