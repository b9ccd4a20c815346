import { DataError } from '../../authoring/spec-error.js';
import type { WorkflowDefinition } from '../../definition.js';
import { type Rows, valuesAt } from './rows.js';

/** Parsed file: texts by column, and the line of the file of each row. */
export interface Table {
  readonly columns: ReadonlyMap<string, readonly string[]>;
  readonly lines: ArrayLike<number>;
  /** Units that the cells of a column name, such as USD. */
  readonly units?: ReadonlyMap<string, string>;
}

/**
 * Texts of a column.
 *
 * @param file name of the file in the error message
 * @throws DataError with the existing columns if the column does not exist
 */
export function columnOf({ columns }: Table, name: string, file = 'the data'): readonly string[] {
  const column = columns.get(name);
  if (column) return column;
  const known = [...columns.keys()].join(', ');
  throw new DataError([
    { line: 1, column: '', message: `${file} have no column "${name}"; existing columns: ${known}` },
  ]);
}

/** Rows for which `keep` returns true. */
export function rowsWhere(table: Table, keep: (row: number) => boolean): Table {
  const kept = Array.from(table.lines, (_, row) => row).filter(keep);
  return {
    lines: Int32Array.from(kept, (row) => table.lines[row]!),
    columns: new Map(Array.from(table.columns, ([name, texts]) => [name, kept.map((row) => texts[row]!)])),
  };
}

/** Observations of the likelihood: one per row, or one per period for respondents observed over time. */
export interface Observations {
  readonly count: number;
  /** Row of each observation, ascending. */
  readonly row: Int32Array;
  /** Values that change from period to period, one per observation. */
  readonly states: Readonly<Record<string, ArrayLike<number>>>;
  /** For respondents observed over time: 1 in the period in which the event occurred, otherwise 0. */
  readonly event?: Float64Array;
  /** Contacts of the respondents, for models of adoption in a network. */
  readonly network?: AdoptionNetwork;
}

/** Positions of the observations of these rows, ascending. */
export function observationsOf({ row }: Observations, rows: Int32Array): Int32Array {
  const selected = new Set(rows);
  return Int32Array.from(Array.from(row.keys()).filter((k) => selected.has(row[k]!)));
}

/** Respondents in groups, their contacts, and the period in which each adopted (Infinity for nonadopters). */
export interface AdoptionNetwork {
  readonly adopted: Float64Array;
  /** Contacts that each respondent names, by number; repeated nominations are repeated. */
  readonly contacts: readonly (readonly number[])[];
  /** Group of each respondent, numbered from 0. */
  readonly groups: Int32Array;
}

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
