import {
  clipInterval,
  type Interval,
  meanInterval,
  pairedDifferenceInterval,
  widenInterval,
  wilsonInterval,
} from './intervals.js';
import { momentsOf } from './moments.js';
import { type ErrorParts } from './summary.js';
import { type Side, type Uncertainty } from './uncertainty.js';

/** One number of the answer as the agents alone tell it. */
export interface Sample {
  readonly value: number;
  /** Null, like the standard error, where these agents do not tell it. */
  readonly interval: Interval | null;
  readonly standardError: number | null;
  /** Beyond which the value cannot lie. */
  readonly bounds: Interval;
}

export function shareSample(count: number, total: number): Sample {
  const value = count / total;
  return {
    value,
    interval: wilsonInterval(count, total),
    standardError: Math.sqrt((value * (1 - value)) / total),
    bounds: [0, 1],
  };
}

/** The difference of two shares of the same agents: `gained` have it under the scenario alone, `lost` under the baseline alone. */
export function differenceSample(gained: number, lost: number, total: number): Sample {
  const value = (gained - lost) / total;
  return {
    value,
    interval: pairedDifferenceInterval(gained, lost, total),
    standardError: Math.sqrt(Math.max(0, (gained + lost) / total - value ** 2) / total),
    bounds: [-1, 1],
  };
}

/** @param bounds beyond which no value lies, and so no mean */
export function meanSample(values: ArrayLike<number>, bounds: Interval): Sample {
  const { mean, standardError } = momentsOf(values);
  const interval =
    standardError === null ? null : clipInterval(meanInterval(mean, standardError, values.length), bounds);
  return { value: mean, interval, standardError, bounds };
}

/** A number with every error in its interval, and the parts of the error. */
export interface Told {
  /** Null where a part of the error is not known. */
  readonly interval: Interval | null;
  readonly errors: ErrorParts;
}

/**
 * Of agents who meet, the error of sampling is that of runs with other luck; of others, the sample tells it.
 *
 * @param position of the number among the standard errors
 */
export function withErrors(sample: Sample, side: Side, position: number, { sampling, estimation }: Uncertainty): Told {
  const { value, bounds } = sample;
  const estimationError = estimation?.[side][position];
  const repeated = sampling?.[side][position];
  const own =
    sampling === undefined || repeated === undefined
      ? sample.interval
      : clipInterval(meanInterval(value, repeated, sampling.runs), bounds);
  return {
    interval: estimationError === undefined || !own ? own : widenInterval(own, value, estimationError, bounds),
    errors: { sampling: repeated ?? sample.standardError, estimation: estimationError ?? null },
  };
}
