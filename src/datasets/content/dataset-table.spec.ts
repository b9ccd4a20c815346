import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { datasetTable, packTable } from './dataset-table.js';

const table = (columns: Record<string, string[]>, lines: number[]) => ({
  columns: new Map(Object.entries(columns)),
  lines: Int32Array.from(lines),
});

describe('packTable', () => {
  it('Packed cells are read back unchanged, with any name, any text and the line of each row', async () => {
    const odd = table(
      { a: ['', '"', 'x\ny'], 'name, with ";"': ['ä\t', '\u2028', '\\'], toString: ['=1', '0', '😀'] },
      [2, 5, 9],
    );
    odd.columns.set('__proto__', ['1', '2', '3']);
    const read = datasetTable(await packTable(odd));
    expect([...read.columns]).toEqual([...odd.columns]);
    expect(Array.from(read.lines)).toEqual([2, 5, 9]);
  });

  it('Units of columns are read back, and columns without units have none', async () => {
    const prices = { ...table({ units: ['5', '7'] }, [2, 3]), units: new Map([['units', 'USD']]) };
    expect(datasetTable(await packTable(prices)).units).toEqual(prices.units);
    expect(datasetTable(await packTable(table({ units: ['5'] }, [2]))).units).toBeUndefined();
  });

  it('The text NA is read back, and each NA of a content that an earlier release stored is missing', async () => {
    const country = table({ country: ['NA', 'DE', ''] }, [2, 3, 4]);
    expect(datasetTable(await packTable(country)).columns.get('country')).toEqual(['NA', 'DE', '']);
    const earlier = gzipSync('[2,1,1]\n["country","NA"," NA ","NAM"]\n');
    expect(datasetTable(earlier).columns.get('country')).toEqual(['', '', 'NAM']);
  });

  const limits = { textBytes: 2_000_000, packedBytes: 100_000 };

  it('Cells that take more than the limit after compression are rejected', async () => {
    const text = randomBytes(100_000).toString('hex');
    const random = table({ a: [text, text.slice(0, 50_000)] }, [2, 3]);
    await expect(packTable(random, limits)).rejects.toThrow(
      /takes \d+ bytes after compression.*100000: remove columns/,
    );
  });

  it('Cells with more text than the limit are rejected, also if they compress to little', async () => {
    const rows = Array.from({ length: 21 }, () => 'a'.repeat(100_000));
    const long = table({ a: rows }, [...rows.keys()]);
    await expect(packTable(long, limits)).rejects.toThrow(/more than 2 MB of text: remove columns/);
  });

  it('A long text that a dictionary repeats is rejected, also if the column is longer than a string can be', async () => {
    const rows = Array<string>(600).fill('a'.repeat(1_000_000));
    const repeated = table({ a: rows }, [...rows.keys()]);
    await expect(packTable(repeated, limits)).rejects.toThrow(/more than 2 MB of text: remove columns/);
  });

  it('A column with more text than one piece is read back unchanged', async () => {
    const rows = Array.from({ length: 7 }, (_, row) => `${row}${'é"'.repeat(200_000)}`);
    const long = table({ a: rows, b: rows.map((_, row) => String(row)) }, [...rows.keys()]);
    expect([...datasetTable(await packTable(long)).columns]).toEqual([...long.columns]);
  });
});
