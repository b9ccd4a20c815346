import { EngineError } from '../engine-error.js';
import { exp } from '../math/elementary.js';

/** Greatest accepted mean of a measure. */
export interface MeanLimit {
  readonly most: number;
  /** Names the measure in errors: `count`. */
  readonly noun: string;
  /** `most` in words. */
  readonly words: string;
}

/**
 * Converts log means to means.
 *
 * @param firstAgent index of the agent in row 0, for the error
 * @throws EngineError `mean_too_great` with the index of the agent
 */
export function meansOf(logs: Float64Array, firstAgent: number, limit: MeanLimit): Float64Array {
  return limited(logs.map(exp), firstAgent, limit);
}

/**
 * Returns the means if all are accepted.
 *
 * @param firstAgent index of the agent in row 0, for the error
 * @throws EngineError `mean_too_great` with the index of the agent
 */
export function limited(means: Float64Array, firstAgent: number, { most, noun, words }: MeanLimit): Float64Array {
  const row = means.findIndex((mean) => !(mean <= most));
  if (row < 0) return means;
  const agent = firstAgent + row;
  throw new EngineError('mean_too_great', `The mean ${noun} of agent ${agent} is above ${words}.`, { agent });
}

/**
 * Converts log means to means for coefficients drawn from their covariance. An extreme draw can exceed the greatest accepted mean. It is
 * then capped, so that the draw still counts as extreme.
 */
export function cappedMeansOf(logs: Float64Array, { most }: MeanLimit): Float64Array {
  return logs.map((log) => Math.min(exp(log), most));
}
