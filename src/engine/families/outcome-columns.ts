import { type Column } from '../columns/column.js';
import { type Outcome } from '../model/decision-family.js';

/** What a family gives of one side, the scenario or the baseline. */
export interface Side {
  /** Positions of the outcomes, by row. */
  readonly outcomes: Uint8Array;
  /** `[outcome * rows + row]`. */
  readonly chances: Float64Array;
  /** The number that agents end with, by row. */
  readonly numbers: Float64Array;
}

/** The columns that a family with one measure must give: outcomes, chances and numbers, of the scenario and of the baseline. */
export function outcomeColumns(
  outcomes: readonly Outcome[],
  measure: string,
  sides: { readonly scenario: Side; readonly baseline: Side },
): Column[] {
  const both = [
    { prefix: '', side: sides.scenario },
    { prefix: 'baseline_', side: sides.baseline },
  ];
  const ids = outcomes.map(({ id }) => id);
  return [
    ...both.map(({ prefix, side }): Column => ({
      name: `${prefix}outcome`,
      type: 'category',
      categories: ids,
      values: side.outcomes,
    })),
    ...both.flatMap(({ prefix, side }) => blockColumns(`${prefix}probability`, ids, side.chances)),
    ...both.map(({ prefix, side }): Column => ({
      name: `${prefix}measure.${measure}`,
      type: 'float64',
      values: side.numbers,
    })),
  ];
}

/** One column for each block of rows. */
export function blockColumns(prefix: string, ids: readonly (string | number)[], values: Float64Array): Column[] {
  const rows = values.length / ids.length;
  return ids.map((id, k) => ({
    name: `${prefix}.${id}`,
    type: 'float64',
    values: values.subarray(k * rows, (k + 1) * rows),
  }));
}

/** The mean of each block of rows. */
export function blockMeans(values: Float64Array, rows: number): Float64Array {
  const means = new Float64Array(values.length / rows);
  for (let block = 0; block < means.length; block++) {
    let sum = 0;
    for (let row = 0; row < rows; row++) sum += values[block * rows + row]!;
    means[block] = sum / rows;
  }
  return means;
}
