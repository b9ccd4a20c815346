import { readQuestion } from '../../../../questions/read-question.js';
import { readBack } from './read-back.js';
import { couponAnswer, couponWorkflow } from './testing/coupons.js';

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

test.each(['two-year', 'TwoYear', 'two year'])('A code of two words is read as “%s”', (value) => {
  const { definition, questions } = couponWorkflow('formula: bought ~ plan + age\nparameters: { plan: {} }');
  expect(readBack(definition, questions).warnings).toEqual([]);
  const { values, notRead } = readQuestion(definition, `What share buys with a ${value} plan?`);
  expect(values).toMatchObject([{ parameter: 'plan', value: 'two_year' }]);
  expect(notRead).toEqual([]);
});

describe('the sample answers of an inferred workflow', () => {
  test('An answer has the figure that its question names: the share', () => {
    expect(couponAnswer('bought').figure).toBe('bought');
  });
});
