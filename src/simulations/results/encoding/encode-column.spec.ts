import fc from 'fast-check';
import { parquetMetadata } from 'hyparquet';
import type { Column } from '../../../../model/analyses.js';
import { digestColumns } from '../../../../model/simulate.js';
import { decodeColumns, encodeColumns } from '../column-table.js';
import { bitWidthOf, packBits, rowsPerPage, findDictionary } from './encode-column.js';

const encodingsOf = (column: Column) =>
  parquetMetadata(encodeColumns([column]).buffer).row_groups[0]!.columns[0]!.meta_data!.encodings;

describe('encoded columns', () => {
  it('Columns of more rows than one page decode to identical values, for each type and bit width', async () => {
    const rows = rowsPerPage + 13;
    const numbers = (valueOf: (row: number) => number) => Array.from({ length: rows }, (_, row) => valueOf(row));
    const categories = (count: number) => Array.from({ length: count }, (_, code) => `category ${code}`);
    const columns: Column[] = [
      ...[1, 2, 3, 9, 256].map((count): Column => ({
        name: `category of ${count}`,
        type: 'category',
        categories: categories(count),
        values: Uint8Array.from(numbers((row) => (row * 7) % count)),
      })),
      {
        ...{ name: 'many', type: 'category', categories: categories(4_464) },
        values: Uint16Array.from(numbers((row) => (row * 7) % 4_464)),
      },
      { name: 'bool', type: 'bool', values: Uint8Array.from(numbers((row) => Number(row % 3 === 0))) },
      { name: 'constant', type: 'bool', values: new Uint8Array(rows).fill(1) },
      { name: 'few integers', type: 'int32', values: Int32Array.from(numbers((row) => (row % 300) - 150)) },
      { name: 'distinct integers', type: 'int32', values: Int32Array.from(numbers((row) => row * 16_001)) },
      { name: 'few numbers', type: 'float64', values: Float64Array.from(numbers((row) => 1 / ((row % 999) + 1))) },
      { name: 'distinct numbers', type: 'float64', values: Float64Array.from(numbers((row) => Math.sqrt(row))) },
    ];
    const decoded = await decodeColumns(encodeColumns(columns));
    // The digest covers names, types, categories and all bytes.
    expect(digestColumns(decoded)).toBe(digestColumns(columns));
  });

  it('Only columns whose distinct values save at least half of the bytes have a dictionary', () => {
    const distinct = Float64Array.from({ length: 10_000 }, (_, row) => Math.sqrt(row));
    const few = distinct.map((_, row) => distinct[row % 1_000]!);
    expect(encodingsOf({ name: 'few', type: 'float64', values: few })).toEqual(['PLAIN', 'RLE_DICTIONARY']);
    expect(encodingsOf({ name: 'distinct', type: 'float64', values: distinct })).toEqual(['PLAIN']);
  });

  it('A dictionary distinguishes all bit patterns of numbers, also those of zeros and of values that are not numbers', () => {
    const patterns = new BigUint64Array([0n, 1n << 63n, 0x7ff8000000000000n, 0x7ff8000000000001n, 1n]);
    const distinct = new Float64Array(patterns.buffer);
    const rows = new Float64Array(500);
    const bits = new BigUint64Array(rows.buffer);
    bits.forEach((_, row) => (bits[row] = patterns[row % distinct.length]!));
    const found = findDictionary(rows)!;
    expect(new BigUint64Array(found.values.slice().buffer)).toEqual(patterns);
    expect([...found.codes]).toEqual(Array.from(rows, (_, row) => row % distinct.length));
  });

  it('A dictionary and its codes give the values of the column, for any integers', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 2_000 }), (list) => {
        const values = Int32Array.from(list);
        const found = findDictionary(values);
        if (found) expect(Int32Array.from(found.codes, (code) => found.values[code]!)).toEqual(values);
      }),
    );
  });

  it('Packed integers take their bit width, and equal integers take one run', () => {
    expect(bitWidthOf(0)).toBe(1);
    expect([1, 2, 255, 256, 65_535].map(bitWidthOf)).toEqual([1, 2, 8, 9, 16]);
    // The numbers 0 to 7 with 3 bits: the example of the Parquet format.
    expect([...packBits(Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7), 3)]).toEqual([3, 0b10001000, 0b11000110, 0b11111010]);
    expect([...packBits(new Uint16Array(1_000).fill(515), 10)]).toEqual([0xd0, 0x0f, 3, 2]);
  });
});
