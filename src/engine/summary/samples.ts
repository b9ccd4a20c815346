import {
  clipInterval,
  type Interval,
  meanInterval,
  pairedDifferenceInterval,
  widenInterval,
  wilsonInterval,
} from './intervals.js';
import { momentsOf } from './moments.js';
import type { ErrorParts } from './summary.js';
import type { Side, Uncertainty } from './uncertainty.js';

/** A number estimated from the agents, with its sampling error. */
export interface Sample {
  readonly value: number;
  /** Null, like the standard error, if the agents are too few to estimate it. */
  readonly interval: Interval | null;
  readonly standardError: number | null;
  /** Minimum and maximum of the value. */
  readonly bounds: Interval;
}

/** Returns the share of `count` agents in `total`. */
export function shareSample(count: number, total: number): Sample {
  const value = count / total;
  return {
    value,
    interval: wilsonInterval(count, total),
    standardError: Math.sqrt((value * (1 - value)) / total),
    bounds: [0, 1],
  };
}

/**
 * Returns the difference between two shares of the same agents.
 *
 * @param gained agents with the outcome only under the scenario
 * @param lost agents with the outcome only under the baseline
 */
export function differenceSample(gained: number, lost: number, total: number): Sample {
  const value = (gained - lost) / total;
  return {
    value,
    interval: pairedDifferenceInterval(gained, lost, total),
    standardError: Math.sqrt(Math.max(0, (gained + lost) / total - value ** 2) / total),
    bounds: [-1, 1],
  };
}

/**
 * Returns the mean of the values.
 *
 * @param bounds minimum and maximum of each value, and so of the mean
 */
export function meanSample(values: ArrayLike<number>, bounds: Interval): Sample {
  const { mean, standardError } = momentsOf(values);
  const interval =
    standardError === null ? null : clipInterval(meanInterval(mean, standardError, values.length), bounds);
  return { value: mean, interval, standardError, bounds };
}

/** The interval of a number, with all errors included, and the parts of its error. */
export interface CombinedErrors {
  /** Null if the sampling error is unknown. */
  readonly interval: Interval | null;
  readonly errors: ErrorParts;
}

/**
 * Combines the sampling error and the estimation error of a number. If agents interact, the sampling error comes from repeated runs with
 * other random errors. Otherwise, it comes from the sample.
 *
 * @param position index of the number in the arrays of standard errors
 */
export function withErrors(
  sample: Sample,
  side: Side,
  position: number,
  { sampling, estimation }: Uncertainty,
): CombinedErrors {
  const { value, bounds } = sample;
  const estimationError = estimation?.[side][position];
  const repeatedRunError = sampling?.[side][position];
  const samplingInterval =
    sampling === undefined || repeatedRunError === undefined
      ? sample.interval
      : clipInterval(meanInterval(value, repeatedRunError, sampling.runs), bounds);
  return {
    interval:
      estimationError === undefined || !samplingInterval
        ? samplingInterval
        : widenInterval(samplingInterval, value, estimationError, bounds),
    errors: { sampling: repeatedRunError ?? sample.standardError, estimation: estimationError ?? null },
  };
}
