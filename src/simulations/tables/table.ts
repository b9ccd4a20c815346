import { errorsSchema, type ErrorParts } from '../../../model/simulate.js';

export type Cell = number | string | boolean | null;

/** A column of a table in CSV, NDJSON or Parquet. All columns of a table have the same number of cells. */
export interface TableColumn {
  name: string;
  type: 'STRING' | 'INT32' | 'DOUBLE' | 'BOOLEAN';
  cells: Cell[];
}

/** Defines a column by the cell of each row. */
export interface ColumnOf<Row> extends Pick<TableColumn, 'name' | 'type'> {
  cellOf: (row: Row) => Cell | undefined;
}

const columnsOfType =
  <Value extends Cell>(type: TableColumn['type']) =>
  <Row>(name: string, cellOf: (row: Row) => Value | null | undefined): ColumnOf<Row> => ({ name, type, cellOf });
export const text = columnsOfType<string>('STRING');
export const number = columnsOfType<number>('DOUBLE');
export const count = columnsOfType<number>('INT32');
export const flag = columnsOfType<boolean>('BOOLEAN');

/** Returns a table with one row per object. Undefined cells are null. */
export function tableOf<Row>(
  rows: readonly Row[],
  columns: readonly (ColumnOf<Row> | readonly ColumnOf<Row>[])[],
): TableColumn[] {
  return columns
    .flat()
    .map(({ name, type, cellOf }) => ({ name, type, cells: rows.map((row) => cellOf(row) ?? null) }));
}

export interface Estimate {
  value: number | null;
  interval: readonly [number, number] | null;
  errors?: ErrorParts | null;
  missing_parts?: readonly string[];
}
type ReadEstimate<Row> = (row: Row) => Estimate | null | undefined;

/** A value and the ends of its interval. */
export function intervalColumns<Row>(name: string, read: ReadEstimate<Row>): ColumnOf<Row>[] {
  return [
    number(name, (row) => read(row)?.value),
    number(`${name}_low`, (row) => read(row)?.interval?.[0]),
    number(`${name}_high`, (row) => read(row)?.interval?.[1]),
  ];
}

/** A value, the ends of its interval, and the parts of its error as standard errors. */
export function estimateColumns<Row>(name: string, read: ReadEstimate<Row>): ColumnOf<Row>[] {
  const parts = errorsSchema.keyof().options;
  return [
    ...intervalColumns(name, read),
    ...parts.map((part) => number<Row>(`${name}_${part}_error`, (row) => read(row)?.errors?.[part])),
  ];
}

/** Like {@link estimateColumns}, with the names of the unknown parts, separated by spaces. */
export function estimateWithMissingParts<Row>(name: string, read: ReadEstimate<Row>): ColumnOf<Row>[] {
  return [...estimateColumns(name, read), text(`${name}_missing_parts`, (row) => read(row)?.missing_parts?.join(' '))];
}

/** Returns the rows as objects, for JSON. */
export function rowsOf(columns: readonly TableColumn[]): Record<string, Cell>[] {
  const rows = columns[0]?.cells.length ?? 0;
  return Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(columns.map(({ name, cells }) => [name, cells[row] ?? null])),
  );
}
