import { z } from 'zod';
import { studentQuantile, studentQuantileAt, zScore95 } from '../math/student.js';

/** Lower and upper limit of a 95% interval. */
export type Interval = readonly [number, number];
export const intervalSchema: z.ZodType<Interval> = z.tuple([z.number(), z.number()]);

/** Values that a figure can have. Its interval stays inside. */
export type Range =
  /** A share (0 to 1), or a mean between two bounds. */
  | { readonly kind: 'between'; readonly low: number; readonly high: number }
  /** A mean of values that are at least 0. */
  | { readonly kind: 'positive' }
  /** A difference of two values between bounds that are `width` apart. */
  | { readonly kind: 'difference'; readonly width: number }
  | { readonly kind: 'any' };

/** Range of a figure from the bounds of its values. */
export function rangeOf([low, high]: readonly [number, number]): Range {
  if (Number.isFinite(low) && Number.isFinite(high)) return { kind: 'between', low, high };
  return low === 0 ? { kind: 'positive' } : { kind: 'any' };
}

/**
 * Range of the difference of a figure with these bounds from its baseline.
 *
 * @param baseline value in the baseline, so that the sum with the difference stays between the bounds. Default: unknown
 */
export function differenceRange([low, high]: readonly [number, number], baseline?: number): Range {
  if (!Number.isFinite(high - low)) return { kind: 'any' };
  return baseline !== undefined && baseline > low && baseline < high
    ? { kind: 'between', low: low - baseline, high: high - baseline }
    : { kind: 'difference', width: high - low };
}

/** A standard error with the degrees of freedom from which it was estimated. */
export interface EstimatedError {
  readonly standardError: number;
  /** Default: unlimited. */
  readonly degrees?: number | undefined;
}

/**
 * Quantile of the standardized sum of independent errors: Student's t with the degrees of freedom of Satterthwaite.
 * Source: Satterthwaite, "An approximate distribution of estimates of variance components", Biometrics Bulletin 2 (1946).
 *
 * @param normal quantile of the standard normal distribution at the same probability. Default: 1.96, for 95% intervals
 */
export function quantileOfErrors(errors: readonly EstimatedError[], normal = zScore95): number {
  let [variance, uncertain] = [0, 0];
  for (const { standardError, degrees = Infinity } of errors) {
    variance += standardError ** 2;
    // A fourth power takes longer than the rest of the loop.
    if (degrees !== Infinity) uncertain += standardError ** 4 / degrees;
  }
  const degrees = uncertain > 0 ? variance ** 2 / uncertain : Infinity;
  if (!Number.isFinite(degrees)) return normal;
  // Below 10, quantiles are exact for whole degrees only. The next lower number gives a wider interval.
  const usable = degrees >= 10 ? degrees : Math.max(1, Math.floor(degrees));
  return normal === zScore95 ? studentQuantile(usable) : studentQuantileAt(normal, usable);
}

/**
 * Interval of a figure for its estimation error. It is symmetric on the logit scale between two bounds, on the log scale for positive means,
 * and on the scale of the inverse hyperbolic tangent for differences, so it never leaves the range.
 * Source: Oehlert, "A note on the delta method", American Statistician 46 (1992).
 *
 * @param margin half width in the unit of the figure: a quantile times the standard error
 */
export function transformedInterval(value: number, margin: number, range: Range): Interval {
  return withinMargins(transformed(value, margin, range), value, margin, range);
}

function transformed(value: number, margin: number, range: Range): Interval {
  switch (range.kind) {
    case 'between': {
      const width = range.high - range.low;
      const share = (value - range.low) / width;
      if (margin === 0) return [value, value];
      if (share <= 0 || share >= 1) return [range.low, range.high];
      const logit = Math.log(share / (1 - share));
      const step = margin / width / (share * (1 - share));
      const back = (x: number) => range.low + width / (1 + Math.exp(-x));
      return [back(logit - step), back(logit + step)];
    }
    case 'positive':
      if (margin === 0) return [value, value];
      if (value <= 0) return [0, Infinity];
      return [value * Math.exp(-margin / value), value * Math.exp(margin / value)];
    case 'difference': {
      const share = value / range.width;
      if (margin === 0) return [value, value];
      if (Math.abs(share) >= 1) return [-range.width, range.width];
      const center = Math.atanh(share);
      const step = margin / range.width / (1 - share * share);
      return [range.width * Math.tanh(center - step), range.width * Math.tanh(center + step)];
    }
    case 'any':
      return [value - margin, value + margin];
  }
}

/**
 * Interval of a figure for errors of means over agents. Between two bounds it is symmetric on the arcsine scale, on which the variance of a
 * share does not depend on the share, so that it stays moderate for rare outcomes; otherwise as {@link transformedInterval}.
 * Source: Anscombe, "The transformation of Poisson, binomial and negative-binomial data", Biometrika 35 (1948).
 */
export function stabilizedInterval(value: number, margin: number, range: Range): Interval {
  if (range.kind !== 'between') return transformedInterval(value, margin, range);
  const width = range.high - range.low;
  const share = Math.min(1, Math.max(0, (value - range.low) / width));
  if (margin === 0) return [value, value];
  if (share === 0 || share === 1) return withinMargins([range.low, range.high], value, margin, range);
  const angle = Math.asin(Math.sqrt(share));
  const step = margin / width / (2 * Math.sqrt(share * (1 - share)));
  const back = (x: number) => range.low + width * Math.sin(Math.min(Math.PI / 2, Math.max(0, x))) ** 2;
  return withinMargins([back(angle - step), back(angle + step)], value, margin, range);
}

/** √39 standard errors: no distribution has more than 2.5% of its probability farther above or below its mean. */
const maxMargins = Math.sqrt(39) / zScore95;

/**
 * Limits the distances from a value to the ends of its interval. A value at a bound, or nearer to it than its error, would otherwise have an
 * interval that reaches the other bound: the transformations are valid for small errors only.
 * Source: Cantelli, "Sui confini della probabilità", Atti del Congresso Internazionale dei Matematici 6 (1928).
 */
function withinMargins([low, high]: Interval, value: number, margin: number, range: Range): Interval {
  if (range.kind === 'any') return [low, high];
  return [Math.max(low, value - maxMargins * margin), Math.min(high, value + maxMargins * margin)];
}

/**
 * Combines intervals of one figure for independent errors: the squares of the distances to the limits add up.
 * Source: Zou and Donner, "Construction of confidence limits about effect measures: a general approach", Statistics in Medicine 27 (2008).
 */
export function combineIntervals(value: number, intervals: readonly Interval[], range: Range): Interval {
  const [below, above] = distancesTo(value, intervals);
  const [minimum, maximum] = limitsOf(range);
  return [Math.max(minimum, value - below), Math.min(maximum, value + above)];
}

/** Moves an interval by `shift`, and extends it to the value. */
export function shiftedInterval(value: number, [low, high]: Interval, shift: number, range: Range): Interval {
  if (shift === 0) return [low, high];
  const [minimum, maximum] = limitsOf(range);
  return [Math.min(value, Math.max(minimum, low + shift)), Math.max(value, Math.min(maximum, high + shift))];
}

/** Combined distances to the lower and upper limits. Most figures have two intervals: lists would take longer than the sums. */
function distancesTo(value: number, intervals: readonly Interval[]): readonly [number, number] {
  const [first, second] = intervals;
  if (first && second && intervals.length === 2)
    return [Math.hypot(value - first[0], value - second[0]), Math.hypot(first[1] - value, second[1] - value)];
  return [
    Math.hypot(...intervals.map(([low]) => value - low)),
    Math.hypot(...intervals.map(([, high]) => high - value)),
  ];
}

function limitsOf(range: Range): Interval {
  switch (range.kind) {
    case 'between':
      return [range.low, range.high];
    case 'positive':
      return [0, Infinity];
    case 'difference':
      return [-range.width, range.width];
    case 'any':
      return [-Infinity, Infinity];
  }
}

/**
 * Wilson score interval of a counted share, for `count` out of `total`. It has a positive width for a count of 0 and of `total`.
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
