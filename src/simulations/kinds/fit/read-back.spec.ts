import { calibrate } from '../../../calibration/calibrate.js';
import { parseRecipe } from '../../../calibration/recipe/parse-recipe.js';
import type { Table } from '../../../calibration/rows/table.js';
import { expandSpec } from '../../../calibration/spec/expand-spec.js';
import { parseSpec } from '../../../calibration/spec/parse-spec.js';
import { readQuestion } from '../../../interpretation/read-question.js';
import { readBack } from './read-back.js';
import { sampleAnswers } from './sample-answers.js';

const moods = ['low', 'medium', 'high'];
const rowCount = 1200;
const rows = Array.from({ length: rowCount }, (_, k) => {
  const draw = (7919 * (k + 1)) % 1000;
  const dose = ['none', 'low', 'medium', 'high'][Math.floor(k / 2) % 4]!;
  const fee = [0, 5, 10, 20][Math.floor(k / 8) % 4]!;
  const age = 20 + ((31 * k) % 47);
  const mood = moods[draw % 3]!;
  const visits = draw < 500 ? 0 : draw % 4;
  return { mood, visits, coupon: String(k % 2), dose, fee, age, bought: draw < (k % 2 === 1 ? 450 : 300) ? '1' : '0' };
});
const table: Table = {
  lines: Int32Array.from(rows, (_, k) => k + 2),
  columns: new Map(
    (['coupon', 'dose', 'fee', 'age', 'bought', 'mood', 'visits'] as const).map((name) => [
      name,
      rows.map((row) => String(row[name])),
    ]),
  ),
};

describe('the questions of an inferred workflow', () => {
  const levers = '{ coupon: { randomized: true }, dose: {}, fee: {}, age: {} }';
  const spec = parseSpec(`title: Coupons\nformula: bought ~ coupon + dose + fee + age\nlevers: ${levers}`);
  const { recipe, table: data, questions } = expandSpec(spec, table);
  const { definition } = calibrate({ recipe: parseRecipe(recipe), data, calibratedOn: '2025-01-01' });

  test('Two questions for each parameter are read as intended, also for yes and no, low and high, and numbers', () => {
    const asked = questions.map(({ question }) => question);
    expect(readBack(definition, questions)).toMatchObject({ warnings: [], examples: asked });
    expect(asked).toHaveLength(8);
  });

  test.each([
    ['What share buys if everyone gets the coupon?', { coupon: '1' }],
    ['What share buys if coupon is set to yes?', { coupon: '1' }],
    ['What share buys without the coupon?', { coupon: '0' }],
    ['What share buys if nobody gets the coupon?', { coupon: '0' }],
    ['What share buys if we stop the coupon?', { coupon: '0' }],
    ['What share buys if the coupon is switched off?', { coupon: '0' }],
    ['What share buys if the dose is high?', { dose: 'high' }],
    ['What share buys with a low dose?', { dose: 'low' }],
    ['What share buys without a dose?', { dose: 'none' }],
    ['What share buys with a fee of 10?', { fee: '10' }],
    ['What share buys if the fee rises to 20?', { fee: '20' }],
    ['What share buys if age rises by 10%?', { age: 1.1 }],
  ])('“%s” sets %j', (question, expected) => {
    const { values } = readQuestion(definition, question);
    expect(Object.fromEntries(values.map(({ parameter, value }) => [parameter, value]))).toEqual(expected);
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

describe('the sample answers of an inferred workflow', () => {
  test.each([
    ['the share', 'bought', '', 'bought'],
    ['the share of the highest category', 'mood', 'outcome: { order: [low, medium, high] }', 'high'],
    ['the mean of counts', 'visits', 'family: counts', 'visits'],
  ])('An answer has the figure that its question names: %s', (_, outcome, more, figure) => {
    const text = `title: Coupons\nformula: ${outcome} ~ coupon + age\nlevers: { coupon: { randomized: true } }\n${more}`;
    const { recipe, table: data, questions } = expandSpec(parseSpec(text), table);
    const { definition } = calibrate({ recipe: parseRecipe(recipe), data, calibratedOn: '2025-01-01' });
    const [answer] = sampleAnswers(definition, questions);
    expect(answer!.figure).toBe(figure);
  });
});
