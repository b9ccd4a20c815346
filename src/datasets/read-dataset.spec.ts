import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { datasetTable } from './content/dataset-table.js';
import { readDataset } from './read-dataset.js';
import { draftDatasetSpec } from './spec/draft-dataset-spec.js';

const ownData = (name: string) => readFileSync(join(import.meta.dirname, `../../test/support/own-data/${name}.csv`));

async function uploaded(name: string) {
  const read = await readDataset(ownData(name), { format: 'csv' });
  if (!read.ok) throw new Error(read.message);
  return read;
}

describe('readDataset', () => {
  it.each<[string, string, object, string]>([
    ['excel-na', 'price', { type: 'number', missing: 1 }, 'unreadable_cells'],
    ['dash', 'price', { type: 'number', missing: 1 }, 'unreadable_cells'],
    ['currency-percent', 'price', { type: 'number', missing: 0 }, 'unit_read'],
    ['excel-sep-line', 'price', { type: 'number', missing: 0 }, 'decimal_commas'],
    ['pandas-index', 'price', { type: 'number', missing: 0 }, 'column_ignored'],
  ])('The profile, the stored cells and the draft of %s have the same numbers', async (name, column, profile, code) => {
    const { columns, warnings, content } = await uploaded(name);
    const own = columns.find((one) => one.name === column)!;
    expect(own).toMatchObject(profile);
    expect(warnings.map((warning) => warning.code)).toContain(code);
    const numbers = datasetTable(content)
      .columns.get(column)!
      .filter((text) => text !== '')
      .map(Number);
    expect([Math.min(...numbers), Math.max(...numbers)]).toEqual([own.range?.minimum, own.range?.maximum]);
    const draft = draftDatasetSpec({ content, known: { file: name, outcome: 'bought' } });
    expect(draft).toMatchObject({ ok: true, spec: expect.stringContaining('formula: bought ~ price') as string });
  });

  it('The units of stored cells are in the draft', async () => {
    const { content } = await uploaded('currency-percent');
    const draft = draftDatasetSpec({ content, known: { file: 'a', outcome: 'bought' } });
    expect(draft).toMatchObject({ spec: expect.stringContaining('units: { price: USD, discount: "%" }') as string });
  });
});
