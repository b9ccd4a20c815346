import { couponAnswer } from './testing/coupons.js';

describe('the sample answers of an inferred workflow', () => {
  test.each([
    ['the share of the highest category', 'mood', 'outcome: { order: [low, medium, high] }', 'high'],
    ['the mean of counts', 'visits', 'family: counts', 'visits'],
  ])('An answer has the figure that its question names: %s', (_, outcome, more, figure) => {
    expect(couponAnswer(outcome, more).figure).toBe(figure);
  });
});
