/** Mean of some values and its standard error. */
export interface Moments {
  readonly mean: number;
  readonly standardError: number;
}

/** Two passes in the order of the rows. Of one value the error is not known: it is taken as 0. */
export function momentsOf(values: ArrayLike<number>): Moments {
  const count = values.length;
  let sum = 0;
  for (let row = 0; row < count; row++) sum += values[row]!;
  const mean = sum / count;
  let squares = 0;
  for (let row = 0; row < count; row++) squares += (values[row]! - mean) * (values[row]! - mean);
  const standardError = count > 1 ? Math.sqrt(squares / (count - 1) / count) : 0;
  return { mean, standardError };
}

/** The value below which a part of the agents lie: linear between the two nearest. `sorted` rises. */
export function quantileOfSorted(sorted: ArrayLike<number>, probability: number): number {
  const at = probability * (sorted.length - 1);
  const below = Math.floor(at);
  const low = sorted[below]!;
  return low + (at - below) * ((sorted[below + 1] ?? low) - low);
}
