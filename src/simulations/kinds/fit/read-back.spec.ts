import { calibrate } from '../../../calibration/calibrate.js';
import { parseRecipe } from '../../../calibration/recipe/parse-recipe.js';
import type { Table } from '../../../calibration/rows/table.js';
import { expandSpec } from '../../../calibration/spec/expand-spec.js';
import { parseSpec } from '../../../calibration/spec/parse-spec.js';
import { readQuestion } from '../../../interpretation/read-question.js';
import { readBack } from './read-back.js';

const rowCount = 1200;
const rows = Array.from({ length: rowCount }, (_, k) => {
  const draw = (7919 * (k + 1)) % 1000;
  return { coupon: String(k % 2), age: String(20 + (k % 50)), bought: draw < (k % 2 === 1 ? 450 : 300) ? '1' : '0' };
});
const table: Table = {
  lines: Int32Array.from(rows, (_, k) => k + 2),
  columns: new Map((['coupon', 'age', 'bought'] as const).map((name) => [name, rows.map((row) => row[name])])),
};

describe('a parameter of a column with 0 and 1', () => {
  const spec = parseSpec('title: Coupons\nformula: bought ~ coupon + age\nlevers: { coupon: { randomized: true } }');
  const { recipe, table: data, questions } = expandSpec(spec, table);
  const { definition } = calibrate({ recipe: parseRecipe(recipe), data, calibratedOn: '2025-01-01' });

  test('Both example questions of the workflow are read as intended', () => {
    expect(readBack(definition, questions)).toMatchObject({
      warnings: [],
      examples: questions.map(({ question }) => question),
    });
    expect(questions).toHaveLength(2);
  });

  test.each([
    ['What share buys if everyone gets the coupon?', '1'],
    ['What share buys if coupon is set to yes?', '1'],
    ['What share buys without the coupon?', '0'],
    ['What share buys if nobody gets the coupon?', '0'],
    ['What share buys if we stop the coupon?', '0'],
    ['What share buys if the coupon is switched off?', '0'],
  ])('“%s” sets %s', (question, value) => {
    expect(readQuestion(definition, question).values).toMatchObject([{ parameter: 'coupon', value }]);
  });

  test.each([
    'What share buys if we do not give the coupon?',
    'What share buys by coupon?',
    'What share buys with and without the coupon?',
    'What share buys if the coupon rises by 10%?',
  ])('“%s” sets nothing, because it does not say which value', (question) => {
    expect(readQuestion(definition, question).values).toEqual([]);
  });
});
