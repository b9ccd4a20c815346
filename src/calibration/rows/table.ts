import { DataError } from '../recipe/recipe-error.js';

/** Parsed file: texts by column, and the line of the file of each row. */
export interface Table {
  readonly columns: ReadonlyMap<string, readonly string[]>;
  readonly lines: ArrayLike<number>;
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
