import type { Table } from '../../fitting/rows/table.js';
import { draftSpec } from './draft-spec.js';
import { expandSpec } from '../expand-spec.js';
import { parseSpec } from '../parse-spec.js';
import { parseRecipe } from '../recipe/parse-recipe.js';

const count = 120;
const table = (columns: Record<string, (row: number) => string>, units?: Record<string, string>): Table => ({
  lines: Int32Array.from({ length: count }, (_, row) => row + 2),
  columns: new Map(
    Object.entries(columns).map(([name, cell]) => [name, Array.from({ length: count }, (_, row) => cell(row))]),
  ),
  ...(units && { units: new Map(Object.entries(units)) }),
});
const bought = (row: number) => ((row * 5) % 9 < 4 ? '1' : '0');
const amount = (row: number) => String(((row * 37) % 101) / 2 + 5);

describe('draftSpec', () => {
  it('Each column that is not in the formula is named with its reason, also after the first 20', () => {
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, k) => [`v${k}`, (row: number) => String((row * (k + 3) + k) % 17)]),
    );
    const { spec } = draftSpec(
      table({
        ...many,
        bought,
        letter: (row) => ['a', 'b'][row % 2]!,
        mail: (row) => ['x', 'y'][row % 2]!,
        comment: (row) => `text ${(row * row) % 97}`,
        country: () => 'DE',
        notes: () => '',
        day: (row) => `2024-01-${String(10 + (row % 20))}`,
      }),
      { file: 'a.csv', outcome: 'bought' },
    );
    const comment = spec.split('\n').find((line) => line.startsWith('# Not in the formula:'))!;
    const formula = parseSpec(spec).formula!;
    const left = [...Object.keys(many), 'letter', 'mail', 'comment', 'country', 'notes', 'day'].filter(
      (name) => !new RegExp(`\\b${name}\\b`).test(formula),
    );
    // 53 of 120 bought, which is enough for five columns.
    expect(left.length).toBe(31);
    for (const name of left) expect(comment).toMatch(new RegExp(`\\b${name} \\([^)]+\\)`));
  });

  it('Units that the cells state are in the draft and in the model, also for an outcome of amounts', () => {
    const data = table(
      { price: amount, discount: (row) => String((row % 4) * 5), bought },
      { price: 'USD', discount: '%' },
    );
    const { spec } = draftSpec(data, { file: 'a.csv', outcome: 'bought' });
    expect(parseSpec(spec).units).toEqual({ price: 'USD', discount: '%' });
    const { definition } = parseRecipe(expandSpec(parseSpec(spec), data).recipe);
    expect(definition.population.attributes).toMatchObject([{ id: 'price', unit: 'USD' }]);
    expect(definition.scenario.parameters).toMatchObject([{ id: 'price' }, { id: 'discount', unit: '%' }]);
    const spent = draftSpec(table({ spend: amount, bought }, { spend: 'EUR' }), { file: 'a.csv', outcome: 'spend' });
    expect(parseSpec(spent.spec).outcome.unit).toBe('EUR');
  });

  it('The unit of the columns of a choice is the unit of their variable', () => {
    const modes = ['bus', 'car', 'train'];
    const prices = modes.map(
      (mode, k) => [`price_${mode}`, (row: number) => String(1 + ((row * (k + 3)) % 7))] as const,
    );
    const data = table(
      { mode: (row) => modes[(row * 7) % 3]!, ...Object.fromEntries(prices) },
      Object.fromEntries(prices.map(([name]) => [name, 'CHF'])),
    );
    const { spec } = draftSpec(data, { file: 'a.csv', outcome: 'mode' });
    expect(parseSpec(spec).units).toEqual({ price: 'CHF' });
  });
});
