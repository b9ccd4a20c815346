import { logisticFromUniform } from '../../random/logistic.js';
import { fillUniforms, PURPOSE } from '../../random/stream.js';
import { type Situation } from '../../population/situation.js';

/** The step under which the errors of the one decision are drawn. */
const STEP = 0;

/** A logistic error for each agent: what raises or lowers it that the model does not know. */
export function logisticErrors({ key, from, to, replicate }: Situation): Float64Array {
  const errors = new Float64Array(to - from);
  fillUniforms(key, PURPOSE.choice, STEP, 1, from, to, errors, replicate);
  for (let row = 0; row < errors.length; row++) errors[row] = logisticFromUniform(errors[row]!);
  return errors;
}

/** The outcome at a score, which is predictor plus error: as many thresholds as lie below it. */
export function levelAt(score: number, thresholds: ArrayLike<number>): number {
  let level = 0;
  while (level < thresholds.length && score > thresholds[level]!) level++;
  return level;
}

export function levelsOf(predictors: Float64Array, errors: Float64Array, thresholds: ArrayLike<number>): Uint8Array {
  const levels = new Uint8Array(predictors.length);
  for (let row = 0; row < levels.length; row++) levels[row] = levelAt(predictors[row]! + errors[row]!, thresholds);
  return levels;
}

/** Chances `[outcome * count + row]`: those of lying between the thresholds on either side. */
export function chancesOf(predictors: Float64Array, thresholds: ArrayLike<number>): Float64Array {
  const count = predictors.length;
  const chances = new Float64Array((thresholds.length + 1) * count);
  for (let row = 0; row < count; row++) {
    let above = 1;
    for (let level = 0; level < thresholds.length; level++) {
      const next = 1 / (1 + Math.exp(thresholds[level]! - predictors[row]!));
      chances[level * count + row] = above - next;
      above = next;
    }
    chances[thresholds.length * count + row] = above;
  }
  return chances;
}

/**
 * Thresholds drawn anew from their covariance may cross, and an outcome between would have a chance below 0: one that falls below the one
 * before it is taken to be equal to it.
 */
export function rising(thresholds: readonly number[]): Float64Array {
  let greatest = -Infinity;
  return Float64Array.from(thresholds, (own) => (greatest = Math.max(greatest, own)));
}
