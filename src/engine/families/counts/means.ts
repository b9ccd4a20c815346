import { EngineError } from '../../engine-error.js';
import { exp } from '../../math/elementary.js';

/** Greatest mean that is accepted. Greater counts are implausible for one agent and slow to draw. */
const maxMean = 1e6;

/**
 * Converts log means to mean counts.
 *
 * @param firstAgent index of the agent in row 0, for the error
 * @throws EngineError `mean_too_great` with the index of the agent
 */
export function meansOf(logs: Float64Array, firstAgent: number): Float64Array {
  return logs.map((log, row) => {
    const mean = exp(log);
    if (mean <= maxMean) return mean;
    const agent = firstAgent + row;
    throw new EngineError('mean_too_great', `The mean count of agent ${agent} is above a million.`, { agent });
  });
}

/**
 * Converts log means to mean counts for coefficients drawn from their covariance. An extreme draw can exceed the greatest accepted mean. It is
 * then capped, so that the draw still counts as extreme.
 */
export function cappedMeansOf(logs: Float64Array): Float64Array {
  return logs.map((log) => Math.min(exp(log), maxMean));
}
