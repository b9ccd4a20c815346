import { parquetMetadata, parquetRead, type ColumnData } from 'hyparquet';
import { parquetWriteBuffer, type ColumnSource } from 'hyparquet-writer';
import { emptyColumn, type Column, type ColumnLayout } from '../../engine/index.js';

/** The metadata key of the exact column types, because Parquet has no type for categories. */
const layoutKey = 'simulation_service.columns';

/** One entry of the metadata of a Parquet file. */
export interface FileMetadata {
  key: string;
  value: string;
}

/** The column with the index of each agent. It is not part of the layout, because it follows from the position. */
const indexName = 'index';

/** Encodes the columns of agents, and their indices for readers that sort or filter the file. */
export function encodeAgents(
  columns: readonly Column[],
  metadata: readonly FileMetadata[] = [],
): Uint8Array<ArrayBuffer> {
  const data = Int32Array.from({ length: columns[0]?.values.length ?? 0 }, (_, index) => index);
  return encode(columns, metadata, [
    { name: indexName, type: 'INT32', data, encoding: 'DELTA_BINARY_PACKED', nullable: false },
  ]);
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
  additional: readonly ColumnSource[],
): Uint8Array<ArrayBuffer> {
  const layout: ColumnLayout[] = columns.map(({ name, type, categories }) => ({ name, type, categories }));
  const file = parquetWriteBuffer({
    columnData: [
      ...additional,
      ...columns.map((column) => ({ name: column.name, ...toParquet(column), nullable: false })),
    ],
    kvMetadata: [{ key: layoutKey, value: JSON.stringify(layout) }, ...metadata],
    createdBy: 'simulation-service',
    rowGroupSize: 1_000_000,
    statistics: false,
  });
  return new Uint8Array(file);
}

function toParquet(column: Column): Pick<ColumnSource, 'type' | 'data' | 'codec'> {
  switch (column.type) {
    case 'category':
      return { type: 'STRING', data: Array.from(column.values, (code) => column.categories[code] ?? '') };
    case 'bool':
      return { type: 'BOOLEAN', data: Array.from(column.values, (value) => value !== 0) };
    case 'int32':
      return { type: 'INT32', data: column.values };
    case 'float64':
      // Random numbers cannot be compressed.
      return { type: 'DOUBLE', data: column.values, codec: 'UNCOMPRESSED' };
  }
}

/** Decodes columns bit for bit. Reads one column at a time, because the reader needs a multiple of their memory. */
export async function decodeColumns(bytes: Uint8Array): Promise<Column[]> {
  const file = bufferOf(bytes);
  const metadata = parquetMetadata(file);
  const layoutJson = metadata.key_value_metadata?.find(({ key }) => key === layoutKey)?.value;
  if (layoutJson === undefined) throw new Error('the stored file has no column layout');
  const columns: Column[] = [];
  for (const layout of JSON.parse(layoutJson) as ColumnLayout[]) {
    const column = emptyColumn(layout, Number(metadata.num_rows));
    await parquetRead({ file, metadata, columns: [layout.name], onChunk: (chunk: ColumnData) => fill(column, chunk) });
    columns.push(column);
  }
  return columns;
}

/** Returns the buffer of the bytes. Copies them only if the buffer contains other data. */
function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  if (byteOffset === 0 && byteLength === buffer.byteLength) return buffer as ArrayBuffer;
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}

function fill(column: Column, { columnData, rowStart }: ColumnData): void {
  const codes = new Map(column.categories?.map((category, code) => [category, code]));
  for (let index = 0; index < columnData.length; index++) {
    const value: unknown = columnData[index];
    column.values[rowStart + index] = column.type === 'category' ? (codes.get(value as string) ?? 0) : Number(value);
  }
}
