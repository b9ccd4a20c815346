import { numbers } from '../../../../model/authoring/testing/numbers.js';
import { readQuestion } from '../../../../questions/read-question.js';
import { readBack, sampleAnswers } from './execute-fit.js';
import { calibrate } from '../../../../model/fitting/calibrate.js';
import { parseRecipe } from '../../../../model/authoring/recipe/parse-recipe.js';
import type { Table } from '../../../../model/fitting/rows/table.js';
import type { ExpectedReading } from '../../../../model/authoring/assemble.js';
import { expandSpec } from '../../../../model/authoring/expand-spec.js';
import { parseSpec } from '../../../../model/authoring/parse-spec.js';
import type { WorkflowDefinition } from '../../../../model/definition.js';
import type { FitResult } from './result.schema.js';
import { rowsOf, sampleSize } from '../../../../test/support/full-level.js';

const moods = ['low', 'medium', 'high'];
const rowCount = sampleSize(600, 1200);
const rows = Array.from({ length: rowCount }, (_, k) => {
  const draw = (7919 * (k + 1)) % 1000;
  const dose = ['none', 'low', 'medium', 'high'][Math.floor(k / 2) % 4]!;
  const fee = [0, 5, 10, 20][Math.floor(k / 8) % 4]!;
  const age = 20 + ((31 * k) % 47);
  const mood = moods[draw % 3]!;
  const visits = [550, 830, 950].filter((bound) => draw >= bound).length;
  const plan = ['Monthly', 'OneYear', 'TwoYear'][Math.floor(k / 4) % 3]!;
  return {
    mood,
    visits,
    plan,
    coupon: String(k % 2),
    dose,
    fee,
    age,
    bought: draw < (k % 2 === 1 ? 450 : 300) ? '1' : '0',
  };
});
/** Purchases, moods and visits by coupon, plan, dose, fee and age. */
const coupons: Table = {
  lines: Int32Array.from(rows, (_, k) => k + 2),
  columns: new Map(
    (['coupon', 'plan', 'dose', 'fee', 'age', 'bought', 'mood', 'visits'] as const).map((name) => [
      name,
      rows.map((row) => String(row[name])),
    ]),
  ),
};

/** The workflow that a spec gives with a table, and its questions. @param rest the spec without its title */
function couponWorkflow(
  rest: string,
  data = coupons,
): {
  definition: WorkflowDefinition;
  questions: readonly ExpectedReading[];
} {
  const { recipe, table, questions } = expandSpec(parseSpec(`title: Coupons\n${rest}`), data);
  const { definition } = calibrate({ recipe: parseRecipe(recipe), data: table, calibratedOn: '2025-01-01' });
  return { definition, questions };
}

/** The first sample answer of a workflow that predicts an outcome from coupon and age. @param more further fields of the spec */
function couponAnswer(outcome: string, more = ''): FitResult['answers'][number] {
  const spec = `formula: ${outcome} ~ coupon + age\nparameters: { coupon: { randomized: true } }\n${more}`;
  const { definition, questions } = couponWorkflow(spec);
  return sampleAnswers(definition, questions)[0]!;
}

describe('the questions of an inferred workflow', () => {
  const parameters = '{ coupon: { randomized: true }, dose: {}, fee: {}, age: {} }';
  const { definition, questions } = couponWorkflow(
    `formula: bought ~ coupon + dose + fee + age\nparameters: ${parameters}`,
  );

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
    ['What share buys with a fee of 10?', { fee: 10 }],
    ['What share buys with a fee of 7.5?', { fee: 7.5 }],
    ['What share buys if the fee rises to 20?', { fee: 20 }],
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

let planWorkflow: ReturnType<typeof couponWorkflow> | undefined;
test.each(['two-year', 'TwoYear', 'two year'])('A code of two words is read as “%s”', (value) => {
  planWorkflow ??= couponWorkflow('formula: bought ~ plan + age\nparameters: { plan: {} }');
  const { definition, questions } = planWorkflow;
  expect(readBack(definition, questions).warnings).toEqual([]);
  const { values, notRead } = readQuestion(definition, `What share buys with a ${value} plan?`);
  expect(values).toMatchObject([{ parameter: 'plan', value: 'two_year' }]);
  expect(notRead).toEqual([]);
});

test.each([
  { names: ['Concept 1', 'Concept 2', 'Concept 3'] },
  { names: ['A', 'B', 'C'] },
  { names: ['Option A', 'Option B', 'None'] },
  { names: ['1', '2', '3'] },
])('Questions about the small set prices of $names are read as intended', ({ names }) => {
  const next = numbers(5);
  let chosen = 0;
  const rows = Array.from({ length: 300 }, (_, row) => {
    if (row % 3 === 0) chosen = Math.floor(3 * next());
    const price = String(1 + Math.floor(3 * next()));
    return {
      ...{ id: String(Math.floor(row / 3)), option: names[row % 3]!, price },
      chosen: String(Number(row % 3 === chosen)),
    };
  });
  const table = {
    lines: Int32Array.from(rows, (_, row) => row + 2),
    columns: new Map(
      (['id', 'option', 'price', 'chosen'] as const).map((name) => [name, rows.map((row) => row[name])]),
    ),
  };
  const { definition, questions } = couponWorkflow(
    'formula: chosen ~ price\nalternatives: { shape: long, id: option, situation: id }\nparameters: { price: { change: set, each: alternative } }',
    table,
  );
  expect(questions).toHaveLength(6);
  expect(readBack(definition, questions).warnings).toEqual([]);
});

describe('the sample answers of an inferred workflow', () => {
  test.each(
    rowsOf<[string, string, string, string]>(
      [['the share', 'bought', '', 'bought']],
      [
        ['the share of the highest category', 'mood', 'outcome: { order: [low, medium, high] }', 'high'],
        ['the mean of counts', 'visits', 'family: counts', 'visits'],
      ],
    ),
  )('An answer has the figure that its question names: %s', (_, outcome, more, figure) => {
    expect(couponAnswer(outcome, more).figure).toBe(figure);
  });
});
