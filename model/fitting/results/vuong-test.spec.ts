import { uniformAt } from '../../../test/support/uniform-at.js';
import { calibrate } from '../calibrate.js';
import { parseRecipe } from '../../authoring/recipe/parse-recipe.js';
import { expandSpec } from '../../authoring/expand-spec.js';
import { parseSpec } from '../../authoring/parse-spec.js';
import type { Table } from '../rows/table.js';
import { type FittedModel, vuongTest } from './compare-fits.js';

const rows = 600;

const uniform = uniformAt(31);

/** Payments that depend on the income, which the age follows. Two rows for each person. */
const people = Array.from({ length: rows }, (_, row) => {
  const person = Math.floor(row / 2);
  const income = Math.round(100 * uniform(person, 0)) / 10;
  const age = Math.round(20 + 4 * income + 30 * uniform(person, 1));
  return { person, income, age, pays: Number(uniform(row, 2) < 1 / (1 + Math.exp(2 - 0.5 * income))) };
});
const data: Table = {
  lines: Int32Array.from(people, (_, row) => row + 2),
  columns: new Map(
    (['person', 'income', 'age', 'pays'] as const).map((name) => [name, people.map((one) => String(one[name]))]),
  ),
};

function fitted(formula: string, settings = ''): FittedModel {
  const recipe = parseRecipe(expandSpec(parseSpec(`title: Pay\nformula: ${formula}\n${settings}`), data).recipe);
  return { recipe, calibration: calibrate({ recipe, data, calibratedOn: '2026-11-27' }) };
}

const byIncome = fitted('pays ~ income', 'id_column: person');
const byAge = fitted('pays ~ age', 'id_column: person');

/** Log-likelihood of each person at the estimates of the definition. */
function likelihoods({ calibration }: FittedModel, column: 'income' | 'age'): number[] {
  const [constant, slope] = calibration.definition.decision.coefficients.map(({ estimate }) => estimate);
  const sums = Array<number>(rows / 2).fill(0);
  for (const { person, pays, ...own } of people) {
    const probability = 1 / (1 + Math.exp(-constant! - slope! * own[column]));
    sums[person]! += Math.log(pays === 1 ? probability : 1 - probability);
  }
  return sums;
}

it('The statistic is the mean difference of the log-likelihoods of the persons, divided by its standard error', () => {
  const [a, b] = [likelihoods(byIncome, 'income'), likelihoods(byAge, 'age')];
  const differences = a.map((value, k) => value - b[k]!);
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
  const variance = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / differences.length;
  const test = vuongTest(byIncome, byAge)!;
  expect(test.clusters).toBe(rows / 2);
  expect(test.z).toBeCloseTo((mean * Math.sqrt(differences.length)) / Math.sqrt(variance), 4);
  expect(test.z).toBeGreaterThan(2);
  expect(test.p).toBeCloseTo(vuongTest(byAge, byIncome)!.p, 12);
  expect(vuongTest(byAge, byIncome)!.z).toBeCloseTo(-test.z, 12);
});

it('Models with the same predictions, and models with priors, have no test', () => {
  expect(vuongTest(byIncome, byIncome)).toBeUndefined();
  expect(vuongTest(byIncome, fitted('pays ~ income', 'priors: { income: { mean: 0, sd: 1 } }'))).toBeUndefined();
});
