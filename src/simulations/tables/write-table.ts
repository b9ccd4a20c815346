import { stringify } from 'csv-stringify/sync';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { sha256 } from '../../common/crypto.js';
import { csvOptions } from '../results/encode-agents.js';
import type { ResultFormatName } from '../results/result-format.js';
import { rowsOf, type TableColumn } from './table.js';
import { writeArrow } from './write-arrow.js';

export interface TableTask {
  format: ResultFormatName;
  columns: readonly TableColumn[];
  /** In JSON only. */
  meta?: object | undefined;
}

export interface WrittenTable {
  content: Uint8Array;
  /** The ETag. */
  tag: string;
}

/** Writes a whole table to memory. JSON is `{ data, meta? }`, with one object per row. */
export function writeTable({ format, columns, meta }: TableTask): WrittenTable {
  return tagged(contentOf(format, columns, meta));
}

export const tagged = (content: Uint8Array): WrittenTable => ({ content, tag: sha256(content).toString('base64url') });

function contentOf(format: ResultFormatName, columns: readonly TableColumn[], meta: object | undefined): Uint8Array {
  switch (format) {
    case 'json':
      return Buffer.from(JSON.stringify({ data: rowsOf(columns), ...(meta && { meta }) }));
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
