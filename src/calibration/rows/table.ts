import { DataError } from '../spec/spec-error.js';

/** A parsed file: texts by column, and the line of the file on which each row stands. */
export interface Table {
  readonly columns: ReadonlyMap<string, readonly string[]>;
  readonly lines: ArrayLike<number>;
}

/** @throws DataError with the names that exist */
export function columnOf({ columns }: Table, name: string, file = 'the data'): readonly string[] {
  const column = columns.get(name);
  if (column) return column;
  const known = [...columns.keys()].join(', ');
  throw new DataError([{ line: 1, column: '', message: `${file} have no column "${name}"; they have: ${known}` }]);
}

/** The rows for which `keep` holds. */
export function rowsWhere(table: Table, keep: (row: number) => boolean): Table {
  const kept = Array.from(table.lines, (_, row) => row).filter(keep);
  return {
    lines: Int32Array.from(kept, (row) => table.lines[row]!),
    columns: new Map(Array.from(table.columns, ([name, texts]) => [name, kept.map((row) => texts[row]!)])),
  };
}
