import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import {
  parquetMetadata,
  parquetRead,
  parquetSchema,
  snappyUncompress,
  type Compressors,
  type FileMetaData,
  type ColumnMetaData,
} from 'hyparquet';
import { decompressLz4, decompressLz4Raw } from 'hyparquet-compressors';
import { decompress as decompressZstd } from 'fzstd';
import type { RowSink } from './table-builder.js';
import { parquetHeader } from 'hyparquet/src/column.js';

/** A small file can claim to contain any amount of data. */
const maxDataBytes = 256 * 1024 * 1024;
const maxPageBytes = 32 * 1024 * 1024;
const maxRowGroups = 1_000;
const maxPages = 10_000;

class ParquetLimitError extends Error {}

type PageHeader = ReturnType<typeof parquetHeader>;

interface PagesToRead {
  columns: ReadonlySet<string>;
  maxValues: number;
}

/**
 * Checks the headers of all pages of the columns that will be read, before a page is decoded: a decoder allocates what a header claims.
 * Throws {@link ParquetLimitError}, and errors of the reader for a header that is no header.
 */
function checkPages(file: ArrayBuffer, metadata: FileMetaData, { columns, maxValues }: PagesToRead): void {
  const { row_groups: groups, num_rows: rows } = metadata;
  if (groups.length > maxRowGroups)
    throw new ParquetLimitError(`has ${groups.length} row groups, but can have at most ${maxRowGroups}`);
  const isPossible = groups.every((group) => group.num_rows >= 0n && group.num_rows <= rows);
  if (!isPossible || groups.reduce((sum, group) => sum + group.num_rows, 0n) !== rows)
    throw new ParquetLimitError('has another number of rows than its row groups');
  const view = new DataView(file);
  const chunks: { start: number; end: number }[] = [];
  const total = { pages: 0, bytes: 0, maxValues };
  for (const group of groups) {
    for (const { meta_data: chunk } of group.columns) {
      if (!chunk || !columns.has(chunk.path_in_schema[0]!)) continue;
      const start = Number(chunk.dictionary_page_offset || chunk.data_page_offset);
      chunks.push({ start, end: checkChunk(view, chunk, start, Number(group.num_rows), total) });
    }
  }
  chunks.sort((a, b) => a.start - b.start);
  if (chunks.some(({ start }, at) => start < (chunks[at - 1]?.end ?? 0)))
    throw new ParquetLimitError('has columns or row groups that share pages');
}

function checkChunk(
  view: DataView,
  chunk: ColumnMetaData,
  start: number,
  rows: number,
  total: { pages: number; bytes: number; maxValues: number },
): number {
  const end = start + Number(chunk.total_compressed_size);
  const reader = { view, offset: start };
  for (let count = 0; count < rows && reader.offset < end;) {
    const page = parquetHeader(reader);
    const { uncompressed_page_size: bytes, compressed_page_size: storedBytes } = page;
    total.pages += 1;
    total.bytes += bytes;
    if (total.pages > maxPages) throw new ParquetLimitError(`has more than ${maxPages} pages`);
    if (!(total.bytes <= maxDataBytes)) throw new ParquetLimitError(`contains more than ${maxDataBytes} bytes of data`);
    if (!(bytes >= 0 && bytes <= maxPageBytes)) throw new ParquetLimitError('has a page that is too large');
    reader.offset += storedBytes;
    if (!(storedBytes >= 0 && reader.offset <= end)) throw new ParquetLimitError('has a page outside its column');
    count += valuesIn(page, rows - count, total.maxValues);
  }
  return reader.offset;
}

/** Checks the numbers of values in a page, and returns how many rows it has. */
function valuesIn(
  { dictionary_page_header: dictionary, ...page }: PageHeader,
  maxRows: number,
  maxValues: number,
): number {
  if (dictionary) {
    // A dictionary can have more values than the column uses.
    if (!(dictionary.num_values >= 0 && dictionary.num_values <= maxValues))
      throw new ParquetLimitError(`has a dictionary with more than ${maxValues} values`);
    return 0;
  }
  const { data_page_header: v1, data_page_header_v2: v2 } = page;
  const values = (v2 ?? v1)?.num_values ?? 0;
  if (!(values >= 0 && values <= maxRows)) throw new ParquetLimitError('has a page with more values than rows');
  const sizes = v2 ? [v2.num_nulls, v2.definition_levels_byte_length, v2.repetition_levels_byte_length] : [];
  if (!sizes.every((size) => size >= 0) || (v2 && v2.num_nulls > values))
    throw new ParquetLimitError('has a page with impossible sizes');
  return values;
}

/** Write at most the bytes that the header of the page states: `checkPages` limits their sum. */
const limited = (outputLength: number) => ({ maxOutputLength: Math.max(1, outputLength) });
const compressors: Compressors = {
  SNAPPY: (input, outputLength) => {
    const output = new Uint8Array(outputLength);
    snappyUncompress(input, output);
    return output;
  },
  GZIP: (input, outputLength) => gunzipSync(input, limited(outputLength)),
  ZSTD: (input, outputLength) => decompressZstd(input, new Uint8Array(outputLength)),
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
  BROTLI: (input, outputLength) => brotliDecompressSync(input, limited(outputLength)),
};

/**
 * Reads the flat columns of a Parquet file, with the compression Snappy, zstd, gzip, LZ4, Brotli or none. A row is its own line.
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
    const advice = 'use the compression Snappy, zstd, gzip, LZ4, Brotli or none, and columns without lists';
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
