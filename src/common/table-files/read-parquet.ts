import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import {
  parquetMetadata,
  parquetRead,
  parquetSchema,
  snappyUncompress,
  type Compressors,
  type FileMetaData,
} from 'hyparquet';
import { checkPages, ParquetLimitError } from './parquet-pages.js';
import type { RowSink } from './table-builder.js';

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

/**
 * Reads the flat columns of a Parquet file, with the compression Snappy, gzip, Brotli or none. A row is its own line.
 *
 * @returns names of the columns that are lists or structs, which are not read
 */
export async function readParquet(bytes: Uint8Array, sink: RowSink): Promise<string[]> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  let metadata: FileMetaData;
  let columns: ReturnType<typeof columnsOf>;
  try {
    metadata = parquetMetadata(file);
    columns = columnsOf(metadata);
  } catch {
    sink.reject('is not a Parquet file');
    return [];
  }
  const { flat, nested } = columns;
  const rows = Number(metadata.num_rows);
  if (!(rows >= 0 && rows <= sink.maxRows))
    sink.reject(`has more than ${sink.maxRows} rows: send a random sample of them`);
  else if (sink.start(flat, rows)) await readRows(file, metadata, rows, sink);
  return nested;
}

async function readRows(file: ArrayBuffer, metadata: FileMetaData, rows: number, sink: RowSink): Promise<void> {
  const values = new Map(sink.usedColumns.map((name) => [name, [] as unknown[]]));
  try {
    checkPages(file, metadata, { columns: new Set(values.keys()), maxValues: sink.maxRows });
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
    return sink.reject(error instanceof ParquetLimitError ? error.message : `cannot be read: ${advice}`);
  }
  for (let row = 0; row < rows && !sink.isFull; row++) sink.add((_, name) => values.get(name)?.[row], row + 1);
}

/** Names of the columns: those with one value in each row, and lists and structs. */
function columnsOf(metadata: FileMetaData): { flat: string[]; nested: string[] } {
  const columns = parquetSchema(metadata).children.map(({ element, children }) => ({
    // The footer may lack it.
    name: element.name ?? '',
    isFlat: children.length === 0 && element.repetition_type !== 'REPEATED',
  }));
  const namesOf = (isFlat: boolean) => columns.filter((column) => column.isFlat === isFlat).map(({ name }) => name);
  return { flat: namesOf(true), nested: namesOf(false) };
}
