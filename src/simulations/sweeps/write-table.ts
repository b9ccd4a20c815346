import { stringify } from 'csv-stringify/sync';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { ResultFormatName } from '../results/result-format.js';
import { csvOptions } from '../results/encode-agents.js';
import type { PointColumn } from './sweep-table.js';

/** Writes a whole table to memory. A sweep has at most a few hundred rows. */
export function writeTable(format: ResultFormatName, columns: readonly PointColumn[], meta: object): Uint8Array {
  switch (format) {
    case 'json':
      return Buffer.from(JSON.stringify({ data: rowsOf(columns), meta }));
    case 'ndjson':
      return Buffer.from(
        rowsOf(columns)
          .map((row) => `${JSON.stringify(row)}\n`)
          .join(''),
      );
    case 'csv':
      return Buffer.from(
        stringify([columns.map(({ name }) => name), ...rowsOf(columns).map(Object.values)], csvOptions),
      );
    case 'parquet': {
      const columnData = columns.map(({ name, type, cells }) => ({ name, type, data: cells, nullable: true }));
      return new Uint8Array(parquetWriteBuffer({ columnData, createdBy: 'simulation-service', statistics: false }));
    }
  }
}

function rowsOf(columns: readonly PointColumn[]): Record<string, number | string | null>[] {
  const count = columns[0]?.cells.length ?? 0;
  return Array.from({ length: count }, (_, row) =>
    Object.fromEntries(columns.map(({ name, cells }) => [name, cells[row] ?? null])),
  );
}
