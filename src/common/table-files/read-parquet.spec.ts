import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import {
  claimingFile,
  groupFile,
  numbersPage,
  pageOfZeros,
  parquetFile,
  shortSchemaFile,
  type Page,
} from './testing/hostile-parquet.js';
import { readTable } from './read-table.js';

const limits = { maxRows: 100_000, maxColumns: 1_000, maxCells: 1_000_000 };
const ages = Array.from({ length: 40 }, (_, row) => row + 20);
const half = { values: 20, body: numbersPage(ages.slice(0, 20)).body! };
const MiB = 1024 * 1024;

const agesOf = async (file: Uint8Array) =>
  (await readTable(file, 'parquet', limits)).columns.get('age')!.map((text) => Number(text));

describe('readParquet', () => {
  it.each([
    ['one page', parquetFile({ rows: 40, groups: [[numbersPage(ages)]] })],
    ['two pages', parquetFile({ rows: 40, groups: [[half, numbersPage(ages.slice(20))]] })],
    ['a page of version 2', parquetFile({ rows: 40, groups: [[{ ...numbersPage(ages), nulls: 0 }]] })],
    ['two groups', parquetFile({ rows: 40, groups: [[half], [numbersPage(ages.slice(20))]], groupRows: [20, 20] })],
    ...(['SNAPPY', 'UNCOMPRESSED'] as const).map((codec): [string, Uint8Array] => [
      codec,
      new Uint8Array(parquetWriteBuffer({ columnData: [{ name: 'age', data: ages, type: 'INT32' }], codec })),
    ]),
  ])('A file with %s is read', async (_, file) => {
    expect(await agesOf(file)).toEqual(ages);
  });

  it.each(['zstd', 'lz4'])('A file that Polars 1 compressed with %s is read', async (codec) => {
    const file = readFileSync(join(import.meta.dirname, `testing/polars-${codec}.parquet`));
    const { columns } = await readTable(file, 'parquet', limits);
    expect(columns.get('age')!.map(Number)).toEqual(ages);
    expect(columns.get('town')!.slice(0, 4)).toEqual(['Bern', 'Chur', 'Thun', 'Bern']);
  });

  it('A dictionary and repeated values are read', async () => {
    const data = ages.map((_, row) => (row % 2 === 0 ? 30 : 50));
    const columnData = [{ name: 'age', data, type: 'INT32' as const, encoding: 'RLE_DICTIONARY' as const }];
    expect(await agesOf(new Uint8Array(parquetWriteBuffer({ columnData })))).toEqual(data);
  });

  it('The note about columns that are not read has few names, without control characters', async () => {
    const noteOf = async (name: string) =>
      (await readTable(groupFile(ages, name), 'parquet', limits)).notes[0]!.message;
    expect(await noteOf('tags\0')).toBe('These columns are lists or structs and were not read: tags\ufffd.');
    expect((await noteOf('a'.repeat(100_000))).length).toBeLessThan(200);
  });

  const repeated = (page: Page, count: number) => parquetFile({ rows: 40, groups: [Array<Page>(count).fill(page)] });
  const groups = (count: number) =>
    parquetFile({ rows: 40, groups: [[numbersPage(ages)], ...Array<number>(count - 1).fill(0)] });
  it.each<[string, Uint8Array, RegExp]>([
    ['a page of 250,000,000 values for 40 rows', claimingFile(250_000_000), /a page with more values than rows/],
    ['a page of 2^31 - 1 values', claimingFile(2 ** 31 - 1), /a page with more values than rows/],
    ['a negative number of values', claimingFile(-1), /a page with more values than rows/],
    ['more missing values than values', repeated({ ...numbersPage(ages), nulls: 41 }, 1), /impossible sizes/],
    ['fewer than no missing values', repeated({ ...numbersPage(ages), nulls: -(2 ** 30) }, 1), /impossible sizes/],
    ['1,001 row groups', groups(1_001), /has 1001 row groups, but can have at most 1000/],
    [
      'two groups of rows with the same pages',
      parquetFile({ rows: 80, groups: [[numbersPage(ages)], 0], groupRows: [40, 40] }),
      /share pages/,
    ],
    [
      'groups with more rows than the file',
      parquetFile({ rows: 40, groups: [[], []], groupRows: [50, -10] }),
      /number of rows/,
    ],
    ['10,001 pages', repeated({ values: 0 }, 10_001), /more than 10000 pages/],
    ['a page that states 33 MiB', repeated({ values: 40, bytes: 33 * MiB }, 1), /page that is too large/],
    ['pages that state 288 MiB together', repeated({ values: 1, bytes: 32 * MiB }, 9), /more than 268435456 bytes/],
    [
      'a page that ends behind its column',
      repeated({ ...numbersPage(ages), storedBytes: 10_000 }, 1),
      /outside its column/,
    ],
    ['a page of a negative size', repeated({ ...numbersPage(ages), storedBytes: -5 }, 1), /outside its column/],
    [
      'a page that decompresses to more than it states',
      parquetFile({ codec: 'GZIP', rows: 40, groups: [[pageOfZeros(40, 30 * MiB)]] }),
      /cannot be read/,
    ],
    ['a schema with fewer columns than it states', shortSchemaFile(ages), /is not a Parquet file/],
    [
      'a column without a name',
      parquetFile({
        rows: 40,
        groups: [[numbersPage(ages)]],
        schema: [{ type: 'INT32', repetition_type: 'REQUIRED' } as SchemaElement],
      }),
      /has no name for column 1/,
    ],
    [
      'the character U+0000 in the name of a column',
      claimingFile(40, 'a\0ge'),
      /control character in the name of column 1/,
    ],
  ])('A file with %s is rejected before a page is decoded', async (_, file, message) => {
    await expect(readTable(file, 'parquet', limits)).rejects.toThrow(message);
  });
});
