import { type NumericAttribute, type Attribute, hasCategories } from '../definition/population.schema.js';
import { oncePerObject } from '../memoize.js';

/** Quantile function of an attribute, with an index of its points. */
export interface QuantileTable {
  readonly isInteger: boolean;
  readonly probabilities: Float64Array;
  readonly values: Float64Array;
  /** For each k, position of the last point with a probability of at most k / indexCells, but at most the second-to-last point. */
  readonly index: Uint16Array;
}

/** A power of 2, so that its product with a probability is exact. */
const indexCells = 128;

/** Compiles the quantile function of an attribute. */
export const quantileTable = oncePerObject(({ type, quantiles }: NumericAttribute): QuantileTable => {
  const probabilities = Float64Array.from(quantiles.probabilities);
  const index = new Uint16Array(indexCells + 1);
  let point = 0;
  for (let k = 0; k <= indexCells; k++) {
    while (point < probabilities.length - 2 && probabilities[point + 1]! <= k / indexCells) point++;
    index[k] = point;
  }
  return { isInteger: type === 'integer', probabilities, values: Float64Array.from(quantiles.values), index };
});

/**
 * Value of an attribute at a cumulative probability in (0, 1), in the unit of the attribute: linear between the points of its quantile
 * function, and rounded to the nearest integer for integer attributes.
 */
export function quantileAt(table: QuantileTable, probability: number): number {
  const { probabilities, values } = table;
  let low = table.index[Math.floor(probability * indexCells)]!;
  while (low < probabilities.length - 2 && probabilities[low + 1]! <= probability) low++;
  const width = probabilities[low + 1]! - probabilities[low]!;
  const value = values[low]! + ((probability - probabilities[low]!) / width) * (values[low + 1]! - values[low]!);
  return table.isInteger ? Math.round(value) : value;
}

/** `quantileAt` for one value. */
export function quantileOf(attribute: NumericAttribute, probability: number): number {
  return quantileAt(quantileTable(attribute), probability);
}

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

/**
 * Mean of an attribute over the fitted population, in its unit: the area under its quantile function, where integers are not rounded, or the
 * mean of the numbers of its categories. Undefined if a category has no number.
 */
export function meanOf(attribute: Attribute): number | undefined {
  if (hasCategories(attribute))
    return attribute.categories.reduce<number | undefined>(
      (sum, { probability, value }) =>
        sum === undefined || value === undefined ? undefined : sum + probability * value,
      0,
    );
  const { probabilities, values } = attribute.quantiles;
  return probabilities
    .slice(1)
    .reduce((sum, to, k) => sum + ((to - probabilities[k]!) * (values[k]! + values[k + 1]!)) / 2, 0);
}
