import type { ColumnChunk, KeyValue, PageHeader } from 'hyparquet';
import { ByteWriter, ParquetWriter, schemaFromColumnData, type BasicType } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import type { EncodedColumn } from './encode-column.js';

export interface NamedColumn extends EncodedColumn {
  readonly name: string;
}

const logicalTypes: Partial<Record<EncodedColumn['type'], BasicType>> = { BYTE_ARRAY: 'STRING' };
/** Bytes of headers and metadata, roughly. The buffer grows if the file needs more. */
const headerBytes = 65_536;

/**
 * Writes encoded columns as a Parquet file with one row group and without compression: codes are already packed, and random numbers cannot
 * be compressed. `ParquetWriter` writes the metadata; its own encoder takes ten times as long, because it makes an object of each value.
 */
export function writeColumnFile(
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
