import { smallGroupSize } from './small-group-size.js';

/** Mean of some values and its standard error. */
export interface Moments {
  readonly mean: number;
  /** Null where the values do not tell it. */
  readonly standardError: number | null;
}

/**
 * Two passes in the order of the rows.
 *
 * One value tells nothing of the error, and few values that are all alike hardly more: up to a tenth of the people may be others and 30 still
 * be alike in 1 of 20 samples, so for fewer no error is told. For more it is 0, as the formula has it.
 * Source of that bound: Hanley and Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 249 (1983).
 */
export function momentsOf(values: ArrayLike<number>): Moments {
  const count = values.length;
  let sum = 0;
  for (let row = 0; row < count; row++) sum += values[row]!;
  const mean = sum / count;
  if (count < smallGroupSize && areAlike(values)) return { mean, standardError: null };
  let squares = 0;
  for (let row = 0; row < count; row++) squares += (values[row]! - mean) * (values[row]! - mean);
  return { mean, standardError: Math.sqrt(squares / (count - 1) / count) };
}

function areAlike(values: ArrayLike<number>): boolean {
  for (let row = 1; row < values.length; row++) if (values[row] !== values[0]) return false;
  return true;
}

/** The value below which a part of the agents lie: linear between the two nearest. `sorted` rises. */
export function quantileOfSorted(sorted: ArrayLike<number>, probability: number): number {
  const at = probability * (sorted.length - 1);
  const below = Math.floor(at);
  const low = sorted[below]!;
  return low + (at - below) * ((sorted[below + 1] ?? low) - low);
}
