import type { WorkflowDefinition } from '../../engine/definition.js';
import { type Rows, valuesAt } from './rows.js';

type Population = Pick<WorkflowDefinition, 'population'>;

/**
 * Consecutive choices of each respondent under one scenario, in the order of the data.
 *
 * @param selected positions of the rows
 */
export function seriesOf({ respondents, scenarioOf }: Rows, selected: ArrayLike<number>): Int32Array[] {
  const all: number[][] = [];
  const current = new Map<number, number[]>();
  for (const row of Array.from(selected)) {
    let series = current.get(respondents[row]!);
    if (!series || scenarioOf[series[0]!] !== scenarioOf[row]) {
      current.set(respondents[row]!, (series = []));
      all.push(series);
    }
    series.push(row);
  }
  return all.map((series) => Int32Array.from(series));
}

/** The rows of each respondent, in the order of the data. */
export function rowsOfRespondents({ count, respondents }: Rows): Int32Array[] {
  const all: number[][] = [];
  for (let row = 0; row < count; row++) (all[respondents[row]!] ??= []).push(row);
  return all.map((own) => Int32Array.from(own));
}

/** The rows with an attribute as it is in the first row of its series, such as the last choice before that row. */
export function fromStart(
  rows: Rows,
  { population }: Population,
  attribute: string,
  allSeries: readonly Int32Array[],
): Rows {
  const start = Int32Array.from({ length: rows.count }, (_, row) => row);
  for (const series of allSeries) for (const row of series) start[row] = series[0]!;
  const position = population.attributes.findIndex(({ id }) => id === attribute);
  const columns = rows.attributes.columns.map((column, k) =>
    k === position && column.type === 'category'
      ? { ...column, values: valuesAt(column.values, start, column.values.slice()) }
      : column,
  );
  return { ...rows, attributes: { ...rows.attributes, columns } };
}
