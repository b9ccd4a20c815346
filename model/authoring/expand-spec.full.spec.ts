import { calibrate } from '../fitting/calibrate.js';
import { parseRecipe } from './recipe/parse-recipe.js';
import type { Table } from '../fitting/rows/table.js';
import { expandSpec } from './expand-spec.js';
import { parseSpec } from './parse-spec.js';
import { unexpectedErrors } from './testing/hostile-tables.js';
import { numbers } from './testing/numbers.js';

test('Amounts can be fitted with a parameter of few values', () => {
  const next = numbers(17);
  const people = Array.from({ length: 600 }, (_, k) => {
    const promo = k % 2;
    const amount = Math.round(Math.exp(2 + 0.5 * promo + next() + next() - 1));
    return { promo: String(promo), spend: next() < 0.3 ? '0' : `${amount}.50` };
  });
  const spending: Table = {
    lines: Int32Array.from(people, (_, k) => k + 2),
    columns: new Map((['promo', 'spend'] as const).map((name) => [name, people.map((person) => person[name])])),
  };
  const { recipe: own } = expandSpec(
    parseSpec('title: Spending\nformula: spend ~ promo\nparameters: { promo: {} }'),
    spending,
  );
  const { definition } = calibrate({ recipe: parseRecipe(own), data: spending, calibratedOn: '2025-01-01' });
  const { family, coefficients } = definition.decision as { family: string; coefficients: { id: string }[] };
  expect(family).toBe('willingness_to_pay');
  expect(coefficients.map(({ id }) => id)).toContain('amount_promo');
});

test('Many tables with names and values of any text give a valid recipe or a problem of the spec', () => {
  expect(unexpectedErrors(400)).toEqual([]);
});
