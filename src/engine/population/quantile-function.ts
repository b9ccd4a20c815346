import { type NumericAttribute } from '../definition/population.schema.js';

/** An attribute's quantile function, with an index into its points. */
export interface QuantileTable {
  readonly isInteger: boolean;
  readonly probabilities: Float64Array;
  readonly values: Float64Array;
  /** For each k the last point whose probability is at most k / INDEX_CELLS; never the last of all. */
  readonly index: Uint16Array;
}

/** A power of 2, so that a probability times it is exact. */
const INDEX_CELLS = 128;

export function quantileTable({ type, quantiles }: NumericAttribute): QuantileTable {
  const probabilities = Float64Array.from(quantiles.probabilities);
  const index = new Uint16Array(INDEX_CELLS + 1);
  let point = 0;
  for (let k = 0; k <= INDEX_CELLS; k++) {
    while (point < probabilities.length - 2 && probabilities[point + 1]! <= k / INDEX_CELLS) point++;
    index[k] = point;
  }
  return { isInteger: type === 'integer', probabilities, values: Float64Array.from(quantiles.values), index };
}

/**
 * The value of an attribute at a cumulative probability: linear between the points of its quantile table.
 * An integer attribute takes the nearest whole number. Unit: that of the attribute.
 */
export function quantileAt(table: QuantileTable, probability: number): number {
  const { probabilities, values } = table;
  let low = table.index[Math.floor(probability * INDEX_CELLS)]!;
  while (low < probabilities.length - 2 && probabilities[low + 1]! <= probability) low++;
  const width = probabilities[low + 1]! - probabilities[low]!;
  const value = values[low]! + ((probability - probabilities[low]!) / width) * (values[low + 1]! - values[low]!);
  return table.isInteger ? Math.round(value) : value;
}

/** `quantileAt` for one value: where many are asked for, the table is better made once. */
export function quantileOf(attribute: NumericAttribute, probability: number): number {
  return quantileAt(quantileTable(attribute), probability);
}
