import type { WorkflowDefinition } from '../../engine/definition.js';
import { type Rows, valuesAt } from './rows.js';

/**
 * The rows of each respondent, in the order of the data.
 *
 * @param selected positions of the rows
 */
export function seriesOf({ respondents }: Rows, selected: Iterable<number>): Int32Array[] {
  const all = new Map<number, number[]>();
  for (const row of selected) {
    const series = all.get(respondents[row]!) ?? [];
    series.push(row);
    all.set(respondents[row]!, series);
  }
  return Array.from(all.values(), (series) => Int32Array.from(series));
}

/** The rows with an attribute as it is in the first row of the respondent, such as the last choice before that row. */
export function fromFirstRow(
  rows: Rows,
  { population }: Pick<WorkflowDefinition, 'population'>,
  attribute: string,
): Rows {
  const first = new Int32Array(rows.count);
  for (const series of seriesOf(rows, rows.lines.keys())) for (const row of series) first[row] = series[0]!;
  const position = population.attributes.findIndex(({ id }) => id === attribute);
  const columns = rows.attributes.columns.map((column, k) =>
    k === position && column.type === 'category'
      ? { ...column, values: valuesAt(column.values, first, column.values.slice()) }
      : column,
  );
  return { ...rows, attributes: { ...rows.attributes, columns } };
}
