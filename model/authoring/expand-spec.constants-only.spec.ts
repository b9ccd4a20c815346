import { calibrate } from '../fitting/calibrate.js';
import { expandSpec } from './expand-spec.js';
import { parseSpec } from './parse-spec.js';
import { parseRecipe } from './recipe/parse-recipe.js';
import { numbers } from './testing/numbers.js';

const next = numbers(7);
const rows = 120;
const column = (valueOf: (row: number) => unknown) => Array.from({ length: rows }, (_, row) => String(valueOf(row)));
const exponential = (mean: number) => -mean * Math.log(next());
const weeks = column(() => 1 + Math.min(9, Math.floor(exponential(6))));
const table = {
  lines: Int32Array.from({ length: rows }, (_, row) => row + 2),
  columns: new Map([
    ['bought', column((row) => (row % 3 === 0 ? 1 : 0))],
    ['rating', column((row) => 1 + (row % 4))],
    ['visits', column(() => Math.floor(exponential(1.5)))],
    ['weeks', weeks],
    ['ended', weeks.map((text) => (text === '10' ? '0' : '1'))],
    ['spent', column(() => (20 * Math.exp(next() + next() - 1)).toFixed(2))],
    ['gift', column((row) => (row % 5 === 0 ? 0 : (20 * Math.exp(next() - next())).toFixed(2)))],
    ['mode', column((row) => ['bus', 'car', 'train'][row % 3])],
    ['clicks', column((row) => row % 5)],
    ['others', column((row) => 1 + (row % 7))],
  ]),
};

test.each([
  ['binary_logit', 'bought ~ 1', ''],
  ['ordered_logit', 'rating ~ 1', 'outcome: { order: [1, 2, 3, 4] }'],
  ['counts', 'visits ~ 1', ''],
  ['hazard', 'Surv(weeks, ended) ~ 1', ''],
  ['amounts', 'spent ~ 1', ''],
  ['willingness_to_pay', 'gift ~ 1', ''],
  ['conditional_logit', 'mode ~ 1', 'alternatives: { shape: wide }'],
  ['binary_logit', 'cbind(clicks, others) ~ 1', ''],
])('A model of the family %s without variables can be fitted: %s', (family, formula, fields) => {
  const { recipe, table: data } = expandSpec(parseSpec(`title: Shares\nformula: "${formula}"\n${fields}`), table);
  const { definition } = calibrate({ recipe: parseRecipe(recipe), data, calibratedOn: '2025-01-01' });
  expect(definition.decision.family).toBe(family);
  for (const { observed, simulated } of definition.evidence.baseline?.figures.slice(0, 1) ?? [])
    expect(Math.abs(observed - simulated)).toBeLessThan(0.05);
});

const payments = (zeros: number) => ({
  lines: table.lines,
  columns: new Map(table.columns).set(
    'gift',
    table.columns.get('spent')!.map((text, row) => (row < zeros ? '0' : text)),
  ),
});
const paymentSpec = parseSpec('title: Gifts\nformula: gift ~ visits\nfamily: willingness_to_pay');

test('The share that pays nothing is the same for all if few amounts are 0', () => {
  const { recipe, table: data } = expandSpec(paymentSpec, payments(3));
  const { definition } = calibrate({ recipe: parseRecipe(recipe), data, calibratedOn: '2025-01-01' });
  const ids = definition.decision.coefficients.map(({ id }) => id);
  expect(ids).toEqual(['amount_constant', 'amount_visits', 'zero_constant', 'log_sigma']);
});

test('A willingness to pay without an amount of 0 is an issue that names the family for it', () => {
  expect(() => expandSpec(paymentSpec, payments(0))).toThrow('no value of "gift" is 0: write `family: amounts`');
});
