import { smallGroupSize } from './small-group-size.js';

/** Mean of a sample and its standard error, both in the unit of the values. */
export interface Moments {
  readonly mean: number;
  /** Null if the values are too few to estimate it. */
  readonly standardError: number | null;
}

/**
 * Returns the mean and its standard error. Both sums run in the order of the rows.
 *
 * The standard error is null for fewer than {@link smallGroupSize} identical values, which includes a single value. If 10% of the
 * population has another value, 30 sampled values are still identical with a probability of about 4%. For 30 or more identical values, the
 * standard error is 0.
 * Source of this bound (rule of three): Hanley and Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 249 (1983).
 */
export function momentsOf(values: ArrayLike<number>): Moments {
  const count = values.length;
  let sum = 0;
  for (let row = 0; row < count; row++) sum += values[row]!;
  const mean = sum / count;
  if (count < smallGroupSize && areIdentical(values)) return { mean, standardError: null };
  let squares = 0;
  for (let row = 0; row < count; row++) squares += (values[row]! - mean) * (values[row]! - mean);
  return { mean, standardError: Math.sqrt(squares / (count - 1) / count) };
}

function areIdentical(values: ArrayLike<number>): boolean {
  for (let row = 1; row < values.length; row++) if (values[row] !== values[0]) return false;
  return true;
}

/**
 * Returns the quantile at a probability, by linear interpolation between the two nearest values.
 *
 * @param sorted values in ascending order
 */
export function quantileOfSorted(sorted: ArrayLike<number>, probability: number): number {
  const position = probability * (sorted.length - 1);
  const below = Math.floor(position);
  const low = sorted[below]!;
  return low + (position - below) * ((sorted[below + 1] ?? low) - low);
}
