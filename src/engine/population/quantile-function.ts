import type { NumericAttribute } from '../definition/population.schema.js';
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
