import type { Interval } from '../summary/intervals.js';

/** Two estimates with their variances and covariance. */
export interface RatioEstimates {
  readonly numerator: number;
  readonly denominator: number;
  readonly numeratorVariance: number;
  readonly denominatorVariance: number;
  readonly covariance: number;
}

/**
 * Values of a ratio that the data do not reject. `bounded`: between the limits. `outside`: below the lower or above the upper limit, because the
 * denominator could be 0. `everything`: all values. The last two are unbounded.
 */
export interface RatioSet {
  shape: 'bounded' | 'outside' | 'everything';
  /** Null for `everything`. */
  limits: Interval | null;
}

/**
 * Confidence set of a ratio θ = a / b: the values with (a - θb)² ≤ q²·Var(a - θb). It has the right coverage even if the denominator is
 * imprecise, and is then unbounded. Source: Fieller, "Some problems in interval estimation", Journal of the Royal Statistical Society B 16
 * (1954).
 *
 * @param quantile of the standardized difference, such as 1.96
 */
export function fiellerSet(estimates: RatioEstimates, quantile: number): RatioSet {
  const { numerator: a, denominator: b, numeratorVariance, denominatorVariance, covariance } = estimates;
  const q2 = quantile * quantile;
  // The inequality is A·θ² - 2·B·θ + C ≤ 0.
  const A = b * b - q2 * denominatorVariance;
  const B = a * b - q2 * covariance;
  const C = a * a - q2 * numeratorVariance;
  const discriminant = B * B - A * C;
  if (A === 0 || (A < 0 && discriminant <= 0)) return { shape: 'everything', limits: null };
  const root = Math.sqrt(Math.max(0, discriminant));
  const [first, second] = [(B - root) / A, (B + root) / A];
  const limits: Interval = [Math.min(first, second), Math.max(first, second)];
  return { shape: A > 0 ? 'bounded' : 'outside', limits };
}

/** Standard error of a ratio by the delta method. */
export function ratioStandardError(estimates: RatioEstimates): number {
  const { numerator: a, denominator: b, numeratorVariance, denominatorVariance, covariance } = estimates;
  const ratio = a / b;
  const variance = numeratorVariance - 2 * ratio * covariance + ratio * ratio * denominatorVariance;
  return Math.sqrt(Math.max(0, variance)) / Math.abs(b);
}
