import type { NumericAttribute } from '../definition/population.schema.js';

/** Probabilities in the fitted distribution of an attribute of a value below `value`, and of at most `value`. */
export type CumulativeAt = (value: number) => readonly [number, number];

/** Distribution function of an attribute: the inverse of its quantile function, and for integer attributes of the rounded values. */
export function cumulativeOf({ type, quantiles }: NumericAttribute): CumulativeAt {
  const { probabilities, values } = quantiles;
  if (type === 'integer') {
    return (value) => [below(probabilities, values, value - 0.5), below(probabilities, values, value + 0.5)];
  }
  return (value) => [below(probabilities, values, value), upTo(probabilities, values, value)];
}

/** P(X < value) */
function below(probabilities: readonly number[], values: readonly number[], value: number): number {
  if (value <= values[0]!) return 0;
  const next = firstIndex(values, (other) => other >= value);
  return next === values.length ? 1 : between(probabilities, values, next, value);
}

/** P(X <= value) */
function upTo(probabilities: readonly number[], values: readonly number[], value: number): number {
  if (value < values[0]!) return 0;
  const next = firstIndex(values, (other) => other > value);
  return next === values.length ? 1 : between(probabilities, values, next, value);
}

/** Linear between the points before and at `next`, which have different values. */
function between(probabilities: readonly number[], values: readonly number[], next: number, value: number): number {
  const [low, high] = [values[next - 1]!, values[next]!];
  const [from, to] = [probabilities[next - 1]!, probabilities[next]!];
  return from + ((value - low) / (high - low)) * (to - from);
}

/** Binary search in values that match from some index on. */
function firstIndex(values: readonly number[], matches: (value: number) => boolean): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (matches(values[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}
