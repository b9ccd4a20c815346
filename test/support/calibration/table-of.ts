import type { Table } from '../../../model/fitting/rows/table.js';

/** Rows of a file, which all have the columns of the first one. */
export type Cells = readonly Readonly<Record<string, string | number>>[];

/** Table of the rows, as read from a file. */
export function tableOf(cells: Cells): Table {
  return {
    lines: Int32Array.from(cells, (_, row) => row + 2),
    columns: new Map(Object.keys(cells[0]!).map((name) => [name, cells.map((row) => String(row[name]))])),
  };
}
