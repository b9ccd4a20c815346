import { studentQuantile, zScore95 } from '../math/student-quantile.js';

/** Lower and upper limit of a 95% confidence interval. */
export type Interval = readonly [number, number];

/**
 * Returns the Wilson score interval of a share, for `count` out of `total`. The interval is within 0 to 1 and always has a positive width.
 * It is accurate for small samples and for shares near 0 or 1.
 * Source: Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
 */
export function wilsonInterval(count: number, total: number): Interval {
  const share = count / total;
  const denominator = 1 + (zScore95 * zScore95) / total;
  const center = (share + (zScore95 * zScore95) / (2 * total)) / denominator;
  const halfWidth =
    (zScore95 / denominator) * Math.sqrt((share * (1 - share)) / total + (zScore95 * zScore95) / (4 * total * total));
  // The formula gives exactly 0 and 1 at these counts, except for rounding errors.
  return [count === 0 ? 0 : Math.max(0, center - halfWidth), count === total ? 1 : Math.min(1, center + halfWidth)];
}

/**
 * Returns the interval of the difference between two shares of the same agents (common random numbers): `gained` agents moved to the
 * outcome and `lost` agents moved away from it. Agents that stayed add no variance, so the interval is usually much narrower than the
 * intervals of the two shares.
 * Source: Bonett and Price, "Adjusted Wald confidence interval for a difference of binomial proportions based on paired data",
 * Journal of Educational and Behavioral Statistics 37 (2012).
 */
export function pairedDifferenceInterval(gained: number, lost: number, total: number): Interval {
  const up = (gained + 1) / (total + 2);
  const down = (lost + 1) / (total + 2);
  const difference = up - down;
  const halfWidth = zScore95 * Math.sqrt((up + down - difference * difference) / (total + 2));
  return [Math.max(-1, difference - halfWidth), Math.min(1, difference + halfWidth)];
}

/**
 * Returns the Student t interval of a mean, in the unit of the mean. Source: Student, "The probable error of a mean", Biometrika 6 (1908).
 *
 * @param valueCount number of values from which the standard error was estimated, at least 2
 */
export function meanInterval(mean: number, standardError: number, valueCount: number): Interval {
  const halfWidth = studentQuantile(valueCount - 1) * standardError;
  return [mean - halfWidth, mean + halfWidth];
}

/** Returns the part of an interval that is within the bounds of the value. */
export function clipInterval([low, high]: Interval, [minimum, maximum]: Interval): Interval {
  return [Math.max(minimum, low), Math.min(maximum, high)];
}

/**
 * Widens an interval on both sides by a second, independent error: the squares of the half-widths add up.
 * Source: Zou and Donner, "Construction of confidence limits about effect measures: a general approach", Statistics in Medicine 27 (2008).
 *
 * @param bounds minimum and maximum of the value
 */
export function widenInterval(
  [low, high]: Interval,
  value: number,
  standardError: number,
  bounds: Interval = [-Infinity, Infinity],
): Interval {
  const margin = zScore95 * standardError;
  return clipInterval([value - Math.hypot(value - low, margin), value + Math.hypot(high - value, margin)], bounds);
}
