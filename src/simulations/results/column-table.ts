import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { parquetMetadata, parquetRead, type ColumnData } from 'hyparquet';
import { type Column, type ColumnLayout, emptyColumn } from '../../../model/analyses.js';
import { writeColumnFile, type NamedColumn } from './encoding/column-file.js';
import { encodeColumn, encodeIndices } from './encoding/encode-column.js';

/** The metadata key of the exact column types, because Parquet has no type for categories. */
const layoutKey = 'simulation_service.columns';

/** One entry of the metadata of a Parquet file. */
export interface FileMetadata {
  key: string;
  value: string;
}

/** The column with the index of each agent. It is not part of the layout, because it follows from the position. */
const indexName = 'index';

/**
 * Encodes the columns of agents, and their indices for readers that sort or filter the file.
 *
 * @param from index of the first agent
 */
export function encodeAgents(
  columns: readonly Column[],
  metadata: readonly FileMetadata[] = [],
  from = 0,
): Uint8Array<ArrayBuffer> {
  const count = columns[0]?.values.length ?? 0;
  return encode(columns, metadata, [{ name: indexName, ...encodeIndices(from, count) }]);
}

/** Returns whether a stored file has the indices of the agents. Files of older releases do not. */
export function hasIndex(bytes: Uint8Array): boolean {
  return parquetMetadata(bufferOf(bytes)).schema.some(({ name }) => name === indexName);
}

/** Encodes columns as a standard Parquet file. Categories are stored as strings. */
export function encodeColumns(
  columns: readonly Column[],
  metadata: readonly FileMetadata[] = [],
): Uint8Array<ArrayBuffer> {
  return encode(columns, metadata, []);
}

function encode(
  columns: readonly Column[],
  metadata: readonly FileMetadata[],
  additional: readonly NamedColumn[],
): Uint8Array<ArrayBuffer> {
  const layout: ColumnLayout[] = columns.map(({ name, type, categories }) => ({ name, type, categories }));
  return writeColumnFile(
    [...additional, ...columns.map((column) => ({ name: column.name, ...encodeColumn(column) }))],
    columns[0]?.values.length ?? 0,
    [{ key: layoutKey, value: JSON.stringify(layout) }, ...metadata],
  );
}

/**
 * Decodes columns bit for bit, into memory that threads share: sending them to a thread copies nothing. Reads one column at a time, because
 * the reader needs a multiple of their memory, and so that other requests run between two columns.
 */
export async function decodeColumns(bytes: Uint8Array): Promise<Column[]> {
  const file = bufferOf(bytes);
  const metadata = parquetMetadata(file);
  const layoutJson = metadata.key_value_metadata?.find(({ key }) => key === layoutKey)?.value;
  if (layoutJson === undefined) throw new Error('the stored file has no column layout');
  const columns: Column[] = [];
  for (const layout of JSON.parse(layoutJson) as ColumnLayout[]) {
    const column = sharedColumn(layout, Number(metadata.num_rows));
    await parquetRead({ file, metadata, columns: [layout.name], onChunk: (chunk: ColumnData) => fill(column, chunk) });
    columns.push(column);
    await nextEventLoopTurn();
  }
  return columns;
}

/** Returns the buffer of the bytes. Copies them only if the buffer contains other data. */
function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  if (byteOffset === 0 && byteLength === buffer.byteLength) return buffer as ArrayBuffer;
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}

function sharedColumn(layout: ColumnLayout, length: number): Column {
  const column = emptyColumn(layout, 0);
  const { BYTES_PER_ELEMENT, constructor } = column.values;
  const memory = new SharedArrayBuffer(length * BYTES_PER_ELEMENT);
  return {
    ...column,
    values: new (constructor as new (buffer: SharedArrayBuffer) => Column['values'])(memory),
  } as Column;
}

function fill(column: Column, { columnData, rowStart }: ColumnData): void {
  const codes = new Map(column.categories?.map((category, code) => [category, code]));
  for (let index = 0; index < columnData.length; index++) {
    const value: unknown = columnData[index];
    column.values[rowStart + index] = column.type === 'category' ? (codes.get(value as string) ?? 0) : Number(value);
  }
}
