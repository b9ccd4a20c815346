import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import {
  parquetMetadata,
  parquetRead,
  parquetSchema,
  snappyUncompress,
  type Compressors,
  type FileMetaData,
} from 'hyparquet';
import { maxPeople } from '../../../engine/definition.js';
import { checkPages, ParquetLimitError } from './parquet-pages.js';
import type { PeopleTable } from './people-table.js';

/** Write at most the bytes that the header of the page states: `checkPages` limits their sum. */
const limited = (outputLength: number) => ({ maxOutputLength: Math.max(1, outputLength) });
const compressors: Compressors = {
  SNAPPY: (input, outputLength) => {
    const output = new Uint8Array(outputLength);
    snappyUncompress(input, output);
    return output;
  },
  GZIP: (input, outputLength) => gunzipSync(input, limited(outputLength)),
  BROTLI: (input, outputLength) => brotliDecompressSync(input, limited(outputLength)),
};

/** Reads the flat columns of a Parquet file, with the compression Snappy, gzip, Brotli or none. */
export async function readParquet(bytes: Uint8Array, table: PeopleTable): Promise<void> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  let metadata: FileMetaData;
  try {
    metadata = parquetMetadata(file);
  } catch {
    return table.report('', 'is not a Parquet file');
  }
  const rows = Number(metadata.num_rows);
  if (!(rows >= 0 && rows <= maxPeople))
    return table.report('', `has more than ${maxPeople} rows: send a random sample of them`);
  if (!table.start(flatColumnsOf(metadata))) return;
  const values = new Map(table.usedColumns.map((name) => [name, [] as unknown[]]));
  try {
    checkPages(file, metadata, new Set(values.keys()));
    for (const [name, column] of values) {
      await parquetRead({
        file,
        metadata,
        columns: [name],
        compressors,
        onChunk: ({ columnData, rowStart }) => {
          for (let row = 0; row < columnData.length && rowStart + row < rows; row++) {
            column[rowStart + row] = (columnData as ArrayLike<unknown>)[row];
          }
        },
      });
    }
  } catch (error) {
    const advice = 'use the compression Snappy, gzip, Brotli or none, and columns without lists';
    return table.report('', error instanceof ParquetLimitError ? error.message : `cannot be read: ${advice}`);
  }
  for (let row = 0; row < rows; row++) table.add((_, name) => values.get(name)?.[row]);
}

/** Names of the columns that are neither lists nor structs. */
function flatColumnsOf(metadata: FileMetaData): string[] {
  return parquetSchema(metadata).children.flatMap(({ element, children }) =>
    children.length > 0 || element.repetition_type === 'REPEATED' ? [] : [element.name],
  );
}
