import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import {
  parquetMetadata,
  parquetRead,
  type ColumnData,
  type ColumnChunk,
  type KeyValue,
  type PageHeader,
} from 'hyparquet';
import { type Column, type ColumnLayout, emptyColumn } from '../../../model/analyses.js';
import { encodeColumn, encodeIndices, type EncodedColumn } from './encoding/encode-column.js';
import { ByteWriter, ParquetWriter, schemaFromColumnData, type BasicType } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';

interface NamedColumn extends EncodedColumn {
  readonly name: string;
}

const logicalTypes: Partial<Record<EncodedColumn['type'], BasicType>> = { BYTE_ARRAY: 'STRING' };
/** Bytes of headers and metadata, roughly. The buffer grows if the file needs more. */
const headerBytes = 65_536;

/**
 * Writes encoded columns as a Parquet file with one row group and without compression: codes are already packed, and random numbers cannot
 * be compressed. `ParquetWriter` writes the metadata; its own encoder takes ten times as long, because it makes an object of each value.
 */
function writeColumnFile(
  columns: readonly NamedColumn[],
  rows: number,
  metadata: readonly KeyValue[],
): Uint8Array<ArrayBuffer> {
  const size = columns.reduce((sum, { pages }) => pages.reduce((own, { bytes }) => own + bytes.length, sum), 0);
  const writer = new ByteWriter(size + headerBytes);
  const schema = schemaFromColumnData({
    columnData: columns.map(({ name, type }) => ({
      name,
      type: logicalTypes[type] ?? (type as BasicType),
      data: [],
      nullable: false,
    })),
  });
  const file = new ParquetWriter({
    writer,
    schema,
    codec: 'UNCOMPRESSED',
    statistics: false,
    kvMetadata: [...metadata],
    createdBy: 'simulation-service',
  });
  if (rows > 0) {
    const start = writer.offset;
    const chunks = columns.map((column) => writeChunk(writer, column, rows));
    const bytes = BigInt(writer.offset - start);
    file.row_groups.push({
      columns: chunks,
      total_byte_size: bytes,
      num_rows: BigInt(rows),
      total_compressed_size: bytes,
    });
    file.num_rows = BigInt(rows);
  }
  void file.finish();
  return new Uint8Array(writer.getBuffer());
}

function writeChunk(
  writer: ByteWriter,
  { name, type, encoding, dictionary, pages }: NamedColumn,
  rows: number,
): ColumnChunk {
  const start = writer.offset;
  if (dictionary) {
    const header = { num_values: dictionary.count, encoding: 'PLAIN' as const };
    writePage(writer, dictionary.bytes, { type: 'DICTIONARY_PAGE', dictionary_page_header: header });
  }
  const firstPage = writer.offset;
  for (const { rows: count, bytes } of pages) {
    const header = {
      ...{ num_values: count, num_rows: count, num_nulls: 0, encoding, is_compressed: false },
      ...{ definition_levels_byte_length: 0, repetition_levels_byte_length: 0 },
    };
    writePage(writer, bytes, { type: 'DATA_PAGE_V2', data_page_header_v2: header });
  }
  const size = BigInt(writer.offset - start);
  return {
    file_offset: BigInt(start),
    meta_data: {
      type,
      encodings: dictionary ? ['PLAIN', encoding] : [encoding],
      path_in_schema: [name],
      codec: 'UNCOMPRESSED',
      num_values: BigInt(rows),
      total_compressed_size: size,
      total_uncompressed_size: size,
      data_page_offset: BigInt(firstPage),
      ...(dictionary && { dictionary_page_offset: BigInt(start) }),
    },
  };
}

function writePage(
  writer: ByteWriter,
  bytes: Uint8Array,
  header: Omit<PageHeader, 'uncompressed_page_size' | 'compressed_page_size'>,
): void {
  writePageHeader(writer, {
    ...header,
    uncompressed_page_size: bytes.length,
    compressed_page_size: bytes.length,
  });
  writer.appendBytes(bytes);
}

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
  return encodeColumns(columns, metadata, [{ name: indexName, ...encodeIndices(from, count) }]);
}

/** Returns whether a stored file has the indices of the agents. Files of older releases do not. */
export function hasIndex(bytes: Uint8Array): boolean {
  return parquetMetadata(bufferOf(bytes)).schema.some(({ name }) => name === indexName);
}

/** Encodes columns as a standard Parquet file. Categories are stored as strings. @param additional columns that are not part of the layout */
export function encodeColumns(
  columns: readonly Column[],
  metadata: readonly FileMetadata[] = [],
  additional: readonly NamedColumn[] = [],
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
