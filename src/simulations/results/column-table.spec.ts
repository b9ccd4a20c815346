import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import type { Column } from '../../../model/analyses.js';
import { readFigures } from '../stored-summary.js';
import { decodeColumns, encodeAgents, encodeColumns, hasIndex } from './column-table.js';
import { errorBudgetKey, errorBudgetMetadata } from './result-format.js';

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

  it('Other work runs after each decoded column, because a file can have hundreds of columns', async () => {
    const columns = columnsOf([{ code: 1, real: 0.5, whole: 2, yes: true }]);
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await decodeColumns(encodeColumns(columns));
    clearImmediate(next);
    expect(turns).toBeGreaterThanOrEqual(columns.length);
  });

  it('The file has the error budget of the shares and means in its metadata', () => {
    const stored = readFileSync(join(import.meta.dirname, '../testing/engine-1-summaries.json'), 'utf8');
    const { independent } = JSON.parse(stored) as Record<'independent', { summary: unknown }>;
    const summary = readFigures(independent.summary);
    const file = encodeColumns(columnsOf([]), errorBudgetMetadata(summary));
    const entries = parquetMetadata(file.buffer).key_value_metadata;
    const budget = entries?.find(({ key }) => key === errorBudgetKey)?.value;
    const { agent_count, outcomes, outcome_groups, measures, uncertainty } = summary;
    expect(JSON.parse(budget ?? '')).toEqual({ agent_count, outcomes, outcome_groups, measures, uncertainty });
  });

  it('A file of agents has their indices, and decodes to the same columns as without them', async () => {
    const columns = columnsOf([1, 2].map((whole) => ({ code: 0, real: 0.5, whole, yes: true })));
    const file = encodeAgents(columns);
    expect(await parquetReadObjects({ file: file.buffer })).toMatchObject([
      { index: 0, count: 1 },
      { index: 1, count: 2 },
    ]);
    expect(await decodeColumns(file)).toEqual(columns);
    expect([hasIndex(file), hasIndex(encodeColumns(columns)), hasIndex(encodeAgents([]))]).toEqual([true, false, true]);
  });

  it('The stored columns are a standard Parquet file, in which categories are strings', async () => {
    const file = encodeColumns(columnsOf([{ code: 1, real: 0.5, whole: 7, yes: true }]));
    expect(await parquetReadObjects({ file: file.buffer })).toEqual([
      { outcome: 'swissmetro', 'utility.train': 0.5, count: 7, available: true },
    ]);
  });
});
