import { EngineError } from '../../engine-error.js';

/** Above this a count is no count of things that one agent does, and its luck takes long to find. */
const GREATEST_MEAN = 1e6;

/**
 * The mean counts from their logs.
 *
 * @param firstAgent index of the agent in row 0, for the error
 * @throws EngineError `mean_too_great` that names the agent
 */
export function meansOf(logs: Float64Array, firstAgent: number): Float64Array {
  return logs.map((log, row) => {
    const mean = Math.exp(log);
    if (mean <= GREATEST_MEAN) return mean;
    const agent = firstAgent + row;
    throw new EngineError('mean_too_great', `The mean count of agent ${agent} is above a million.`, { agent });
  });
}

/**
 * The mean counts from their logs, at coefficients that nobody has: one draw of them may lie so far out that a mean is beyond any count. Then
 * it is taken as the greatest mean, so that the draw still counts as one that is far out.
 */
export function cappedMeansOf(logs: Float64Array): Float64Array {
  return logs.map((log) => Math.min(Math.exp(log), GREATEST_MEAN));
}
