import type { Encoding, ParquetType } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer';
import { deltaBinaryPack } from 'hyparquet-writer/src/delta.js';
import type { Column } from '../../../engine/analyses.js';
import { bitWidthOf, packBits } from './bit-packing.js';
import { findDictionary } from './find-dictionary.js';

/** Rows of one page. Readers that need some of the rows decode whole pages. */
export const rowsPerPage = 131_072;

/** Values of a column as Parquet stores them. */
export interface EncodedColumn {
  readonly type: ParquetType;
  readonly encoding: Encoding;
  readonly dictionary?: { readonly count: number; readonly bytes: Uint8Array };
  readonly pages: readonly { readonly rows: number; readonly bytes: Uint8Array }[];
}

/** Encodes a column. Codes of categories and bits stay integers, and numbers without a useful dictionary are copied as they are. */
export function encodeColumn(column: Column): EncodedColumn {
  switch (column.type) {
    case 'category':
      return dictionaryPages('BYTE_ARRAY', textEntries(column.categories), column.categories.length, column.values);
    case 'bool':
      return { type: 'BOOLEAN', encoding: 'RLE', pages: pagesOf(column.values, boolPage) };
    case 'int32':
    case 'float64': {
      const type = column.type === 'int32' ? 'INT32' : 'DOUBLE';
      const found = findDictionary(column.values);
      if (found) return dictionaryPages(type, bytesOf(found.values), found.values.length, found.codes);
      return { type, encoding: 'PLAIN', pages: pagesOf<Int32Array | Float64Array>(column.values, bytesOf) };
    }
  }
}

/** The indices 0, 1, 2, … of the agents, which take a few bits in each block of 128 agents. */
export function encodeIndices(from: number, count: number): EncodedColumn {
  const indices = Int32Array.from({ length: count }, (_, row) => from + row);
  const page = (rows: Int32Array) => {
    const writer = new ByteWriter();
    deltaBinaryPack(writer, rows, 'INT32');
    return writer.getBytes();
  };
  return { type: 'INT32', encoding: 'DELTA_BINARY_PACKED', pages: pagesOf(indices, page) };
}

function dictionaryPages(
  type: ParquetType,
  bytes: Uint8Array,
  count: number,
  codes: Uint8Array | Uint16Array,
): EncodedColumn {
  const width = bitWidthOf(count - 1);
  const page = (rows: Uint8Array | Uint16Array) => Buffer.concat([Uint8Array.of(width), packBits(rows, width)]);
  return { type, encoding: 'RLE_DICTIONARY', dictionary: { count, bytes }, pages: pagesOf(codes, page) };
}

/** The texts, each after its length in bytes. */
function textEntries(texts: readonly string[]): Uint8Array {
  return Buffer.concat(
    texts.flatMap((text) => {
      const bytes = Buffer.from(text, 'utf8');
      return [lengthBytes(bytes.length), bytes];
    }),
  );
}

function boolPage(rows: Uint8Array | Uint16Array): Uint8Array {
  const bits = packBits(rows, 1);
  return Buffer.concat([lengthBytes(bits.length), bits]);
}

function lengthBytes(length: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(length);
  return bytes;
}

function bytesOf({ buffer, byteOffset, byteLength }: Int32Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function pagesOf<Values extends { length: number; subarray(from: number, to: number): Values }>(
  values: Values,
  encode: (rows: Values) => Uint8Array,
): EncodedColumn['pages'] {
  return Array.from({ length: Math.ceil(values.length / rowsPerPage) }, (_, page) => {
    const rows = values.subarray(page * rowsPerPage, (page + 1) * rowsPerPage);
    return { rows: rows.length, bytes: encode(rows) };
  });
}
