import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Table } from '../../model/fitting/rows/table.js';

/** A small file of own data, with cells without quotes. */
export function ownDataTable(file: string): Table {
  const [head = '', ...rows] = readFileSync(join(import.meta.dirname, 'own-data', file), 'utf8')
    .trim()
    .split(/\r?\n/);
  const cells = rows.map((row) => row.split(','));
  return {
    lines: Int32Array.from(rows, (_, row) => row + 2),
    columns: new Map(head.split(',').map((name, k) => [name, cells.map((row) => row[k]!)])),
  };
}
