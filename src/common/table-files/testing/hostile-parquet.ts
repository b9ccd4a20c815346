// cspell:ignore bytewriter (file of a package)
import { gzipSync } from 'node:zlib';
import type { FileMetaData, SchemaElement } from 'hyparquet';
import { Encodings, type CompressionCodecs } from 'hyparquet/src/constants.js';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { serializeTCompactProtocol } from 'hyparquet-writer/src/thrift.js';

export interface Page {
  values: number;
  encoding?: 'PLAIN' | 'DELTA_BINARY_PACKED';
  /** Stored bytes. */
  body?: Uint8Array;
  /** What the header states. Default: the size of the body. */
  storedBytes?: number;
  bytes?: number;
  /** A page of version 2 with this number of missing values. */
  nulls?: number;
}

export interface ParquetOptions {
  name?: string;
  codec?: (typeof CompressionCodecs)[number];
  rows: number;
  /** Row groups. A number is the position of an earlier group whose pages this group shares. */
  groups: (Page[] | number)[];
  /** Rows of each group. Default: all rows in the first group. */
  groupRows?: number[];
  /** Elements of the schema after its root. Default: the column. */
  schema?: SchemaElement[];
  /** What the root states. Default: 1. */
  columnCount?: number;
}

/** A Parquet file with one column of numbers, whose headers can state anything. */
export function parquetFile(options: ParquetOptions) {
  const { name = 'age', codec = 'UNCOMPRESSED', rows, groups, groupRows } = options;
  const { schema = [{ name, type: 'INT32', repetition_type: 'REQUIRED' }], columnCount = 1 } = options;
  const writer = new ByteWriter();
  writer.appendUint32(magic);
  const chunks: { offset: number; size: number }[] = [];
  for (const pages of groups) {
    if (typeof pages === 'number') {
      chunks.push(chunks[pages]!);
      continue;
    }
    const offset = writer.offset;
    for (const page of pages) writePage(writer, page);
    chunks.push({ offset, size: writer.offset - offset });
  }
  const metadata = {
    version: 2,
    schema: [{ name: 'root', num_children: columnCount }, ...schema],
    num_rows: BigInt(rows),
    row_groups: chunks.map(({ offset, size }, at) => {
      const own = BigInt(groupRows?.[at] ?? (at === 0 ? rows : 0));
      return {
        columns: [
          {
            file_offset: BigInt(offset),
            meta_data: {
              type: 'INT32',
              encodings: ['PLAIN'],
              path_in_schema: [name],
              codec,
              num_values: own,
              total_uncompressed_size: BigInt(size),
              total_compressed_size: BigInt(size),
              data_page_offset: BigInt(offset),
            },
          },
        ],
        total_byte_size: BigInt(size),
        num_rows: own,
      };
    }),
    metadata_length: 0,
  } satisfies FileMetaData;
  writeMetadata(writer, metadata);
  writer.appendUint32(magic);
  return new Uint8Array(writer.getBuffer());
}

/** `PAR1` */
const magic = 0x31524150;

function writePage(writer: ByteWriter, page: Page): void {
  const { values, encoding = 'PLAIN', body = new Uint8Array(), nulls } = page;
  const { storedBytes = body.length, bytes = body.length } = page;
  const kind = Encodings.indexOf(encoding);
  const rle = Encodings.indexOf('RLE');
  const sizes = { field_2: bytes, field_3: storedBytes };
  const header =
    nulls === undefined
      ? { field_1: 0, ...sizes, field_5: { field_1: values, field_2: kind, field_3: rle, field_4: rle } }
      : {
          field_1: 3,
          ...sizes,
          field_8: { field_1: values, field_2: nulls, field_3: values, field_4: kind, field_5: 0, field_6: 0 },
        };
  serializeTCompactProtocol(writer, header);
  writer.appendBytes(body);
}

/** Numbers as a plain page. */
export function numbersPage(numbers: readonly number[]): Page {
  return { values: numbers.length, body: new Uint8Array(Int32Array.from(numbers).buffer) };
}

/** A page that states few bytes and decompresses to many zeros. */
export function pageOfZeros(values: number, zeroBytes: number): Page {
  return { values, body: gzipSync(new Uint8Array(zeroBytes)), bytes: values * 4 };
}

/** A file with the column `age` whose schema has one group, which is not read. */
export const groupFile = (ages: readonly number[], group: string): Uint8Array<ArrayBuffer> =>
  parquetFile({
    rows: ages.length,
    groups: [[numbersPage(ages)]],
    columnCount: 2,
    schema: [
      { name: 'age', type: 'INT32', repetition_type: 'REQUIRED' },
      { name: group, num_children: 1, repetition_type: 'OPTIONAL' },
      { name: 'item', type: 'INT32', repetition_type: 'REPEATED' },
    ],
  });

/** A file whose schema states more columns than it has. */
export function shortSchemaFile(ages: readonly number[]): Uint8Array<ArrayBuffer> {
  const file = parquetFile({ rows: ages.length, groups: [[numbersPage(ages)]] });
  // After the name: the type of the next field, and the number of columns in zigzag encoding.
  file[Buffer.from(file).indexOf('root') + 5] = 2 * 3;
  return file;
}

/** A file of about 113 bytes whose only page states any number of values. */
export const claimingFile = (values: number, name = 'age'): Uint8Array<ArrayBuffer> =>
  parquetFile({
    name,
    rows: 40,
    groups: [[{ values, encoding: 'DELTA_BINARY_PACKED', body: Uint8Array.of(128, 1, 4, 0, 0) }]],
  });
