import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import type { Column } from '../../engine/index.js';
import { decodeColumns, encodeColumns } from './column-table.js';

const categories = ['train', 'swissmetro', 'auto – “ü”', ''];

function columnsOf(rows: { code: number; real: number; whole: number; yes: boolean }[]): Column[] {
  return [
    { name: 'outcome', type: 'category', categories, values: Uint8Array.from(rows, ({ code }) => code) },
    { name: 'utility.train', type: 'float64', values: Float64Array.from(rows, ({ real }) => real) },
    { name: 'count', type: 'int32', values: Int32Array.from(rows, ({ whole }) => whole) },
    { name: 'available', type: 'bool', values: Uint8Array.from(rows, ({ yes }) => Number(yes)) },
  ];
}

const row = fc.record({
  code: fc.nat(categories.length - 1),
  real: fc.double({ noNaN: true }),
  whole: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  yes: fc.boolean(),
});

describe('stored columns', () => {
  it('Decoded columns are identical to the encoded ones, bit for bit, for all values', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 3_000 }), async (rows) => {
        const columns = columnsOf(rows);
        expect(await decodeColumns(encodeColumns(columns))).toEqual(columns);
      }),
      { numRuns: 50 },
    );
  });

  it('The stored columns are a standard Parquet file, in which categories are strings', async () => {
    const file = encodeColumns(columnsOf([{ code: 1, real: 0.5, whole: 7, yes: true }]));
    expect(await parquetReadObjects({ file: file.buffer })).toEqual([
      { outcome: 'swissmetro', 'utility.train': 0.5, count: 7, available: true },
    ]);
  });
});
