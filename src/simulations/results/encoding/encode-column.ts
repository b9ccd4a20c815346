import type { Encoding, ParquetType } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer';
import { deltaBinaryPack } from 'hyparquet-writer/src/delta.js';
import type { Column } from '../../../../model/analyses.js';

/** Minimum number of bits that can represent all integers from 0 to `max`, at least 1. */
export function bitWidthOf(max: number): number {
  return Math.max(1, 32 - Math.clz32(max));
}

/**
 * Encodes small integers in the RLE and bit-packing hybrid of Parquet: one run if all are equal, otherwise one bit-packed group.
 * Source: Apache Parquet format, "Encodings", run length encoding / bit-packing hybrid (RLE = 3).
 *
 * @param width bits of each value, 1 to 16
 */
export function packBits(values: Uint8Array | Uint16Array, width: number): Uint8Array {
  return values.every((value) => value === values[0]) ? oneRun(values, width) : oneGroup(values, width);
}

function oneRun(values: Uint8Array | Uint16Array, width: number): Uint8Array {
  const value = values[0] ?? 0;
  const bytes = [...varint(values.length << 1), value & 0xff];
  return Uint8Array.from(width > 8 ? [...bytes, value >>> 8] : bytes);
}

function oneGroup(values: Uint8Array | Uint16Array, width: number): Uint8Array {
  // Groups have eight values, so that each group ends at a byte. The last group is filled with zeros.
  const groups = Math.ceil(values.length / 8);
  const header = varint((groups << 1) | 1);
  const bytes = new Uint8Array(header.length + groups * width);
  bytes.set(header);
  let at = header.length;
  let bits = 0;
  let used = 0;
  for (let row = 0; row < values.length; row++) {
    bits |= values[row]! << used;
    used += width;
    while (used >= 8) {
      bytes[at++] = bits;
      bits >>>= 8;
      used -= 8;
    }
  }
  if (used > 0) bytes[at] = bits;
  return bytes;
}

/** An unsigned integer in groups of 7 bits, lowest first; the high bit of each byte marks that another follows. */
function varint(value: number): number[] {
  const low = value & 0x7f;
  return value < 0x80 ? [low] : [low | 0x80, ...varint(value >>> 7)];
}

export interface Dictionary<Values> {
  /** Distinct values, in the order of their first row. */
  readonly values: Values;
  /** Position in `values`, by row. */
  readonly codes: Uint16Array;
}

const maxDistinct = 4_096;
/** Number of rows after which a column of mostly distinct values is abandoned. */
const sampledRows = 1_024;

/**
 * Finds the distinct values of a column, compared bit for bit. Returns undefined if a dictionary and its codes would need more than half
 * the bytes of the values, as for random numbers.
 */
export function findDictionary<Values extends Int32Array | Float64Array>(
  values: Values,
): Dictionary<Values> | undefined {
  const rows = values.length;
  const wordsPerValue = values.BYTES_PER_ELEMENT / 4;
  const words = new Int32Array(values.buffer, values.byteOffset, rows * wordsPerValue);
  const codes = new Uint16Array(rows);
  const most = Math.min(rows, maxDistinct);
  // A power of 2, much larger than the number of distinct values, so that collisions are rare.
  const slotCount = 2 ** Math.ceil(Math.log2(4 * most));
  const slots = new Int16Array(slotCount).fill(-1);
  const firstRows = new Uint32Array(most);
  let distinct = 0;
  for (let row = 0; row < rows; row++) {
    const low = words[row * wordsPerValue]!;
    const high = words[(row + 1) * wordsPerValue - 1]!;
    let slot = hashOf(low, high) & (slotCount - 1);
    let code = slots[slot]!;
    while (code >= 0) {
      const first = firstRows[code]!;
      if (words[first * wordsPerValue] === low && words[(first + 1) * wordsPerValue - 1] === high) break;
      slot = (slot + 1) & (slotCount - 1);
      code = slots[slot]!;
    }
    if (code < 0) {
      if (distinct === maxDistinct || (row >= sampledRows && distinct > 0.9 * row)) return undefined;
      code = distinct++;
      slots[slot] = code;
      firstRows[code] = row;
    }
    codes[row] = code;
  }
  const size = distinct * values.BYTES_PER_ELEMENT + (rows * bitWidthOf(distinct - 1)) / 8;
  if (size > values.byteLength / 2) return undefined;
  const found = values.slice(0, distinct) as Values;
  for (let code = 0; code < distinct; code++) found[code] = values[firstRows[code]!]!;
  return { values: found, codes };
}

/** Spreads the bits of a value. Source of the constants: MurmurHash3 (Appleby), public domain. */
function hashOf(low: number, high: number): number {
  let hash = Math.imul(low, 0xcc9e2d51) ^ Math.imul(high, 0x1b873593);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}

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
