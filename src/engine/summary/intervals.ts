import { studentQuantile, zScore95 } from '../math/student-quantile.js';

/** Lower and upper end; all intervals are of 95%. */
export type Interval = readonly [number, number];

/**
 * The interval of a share, from `count` out of `total`. Never empty, never outside 0 to 1, right for small samples and shares near 0 or 1.
 * Source: Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
 */
export function wilsonInterval(count: number, total: number): Interval {
  const share = count / total;
  const denominator = 1 + (zScore95 * zScore95) / total;
  const centre = (share + (zScore95 * zScore95) / (2 * total)) / denominator;
  const half =
    (zScore95 / denominator) * Math.sqrt((share * (1 - share)) / total + (zScore95 * zScore95) / (4 * total * total));
  // At the ends the formula gives 0 and 1 but for rounding.
  return [count === 0 ? 0 : Math.max(0, centre - half), count === total ? 1 : Math.min(1, centre + half)];
}

/**
 * The interval of the difference of two shares of the same agents (common random numbers): `gained` moved to the outcome, `lost` moved away
 * from it. It rests on those who moved alone, so it is far narrower than the two shares' own intervals.
 * Source: Bonett and Price, "Adjusted Wald confidence interval for a difference of binomial proportions based on paired data",
 * Journal of Educational and Behavioral Statistics 37 (2012).
 */
export function pairedDifferenceInterval(gained: number, lost: number, total: number): Interval {
  const up = (gained + 1) / (total + 2);
  const down = (lost + 1) / (total + 2);
  const difference = up - down;
  const half = zScore95 * Math.sqrt((up + down - difference * difference) / (total + 2));
  return [Math.max(-1, difference - half), Math.min(1, difference + half)];
}

/**
 * The interval of a mean. Unit: that of the mean. Source: Student, "The probable error of a mean", Biometrika 6 (1908).
 *
 * @param values how many the standard error was told from, at least 2
 */
export function meanInterval(mean: number, standardError: number, values: number): Interval {
  const half = studentQuantile(values - 1) * standardError;
  return [mean - half, mean + half];
}

/** The part of an interval that lies where the value can lie. */
export function clipInterval([low, high]: Interval, [least, most]: Interval): Interval {
  return [Math.max(least, low), Math.min(most, high)];
}

/**
 * An interval widened on either side for a second error that has nothing to do with the first: half-widths add as squares.
 * Source: Zou and Donner, "Construction of confidence limits about effect measures: a general approach", Statistics in Medicine 27 (2008).
 *
 * @param bounds beyond which the value cannot lie
 */
export function widenInterval(
  [low, high]: Interval,
  value: number,
  standardError: number,
  bounds: Interval = [-Infinity, Infinity],
): Interval {
  const side = zScore95 * standardError;
  return clipInterval([value - Math.hypot(value - low, side), value + Math.hypot(high - value, side)], bounds);
}
