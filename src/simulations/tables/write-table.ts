import { stringify } from 'csv-stringify/sync';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { csvOptions } from '../results/encode-agents.js';
import type { ResultFormatName } from '../results/result-format.js';
import { rowsOf, type TableColumn } from './table.js';
import { writeArrow } from './write-arrow.js';

/** Writes a whole table to memory. Tables of analyses have at most a few thousand rows. */
export function writeTable(format: Exclude<ResultFormatName, 'json'>, columns: readonly TableColumn[]): Uint8Array {
  switch (format) {
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
    case 'arrow':
      return writeArrow(columns);
    case 'parquet': {
      const columnData = columns.map(({ name, type, cells }) => ({ name, type, data: cells, nullable: true }));
      return new Uint8Array(parquetWriteBuffer({ columnData, createdBy: 'simulation-service', statistics: false }));
    }
  }
}
