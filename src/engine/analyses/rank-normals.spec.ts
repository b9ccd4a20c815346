import { normalCumulative } from '../math/normal.js';
import { rankNormals } from './rank-normals.js';

const identity = (size: number, variance = 1) =>
  Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? variance : 0)));

describe('the ranking of figures with errors', () => {
  it('The probability of two figures is the normal distribution function of their standardized difference', () => {
    const covariance = [
      [0.04, 0.03],
      [0.03, 0.09],
    ];
    const { order, best, betterThanNext, wholeOrder } = rankNormals([1, 1.2], covariance, 'maximize');
    const expected = normalCumulative(0.2 / Math.sqrt(0.04 + 0.09 - 0.06));
    expect(order).toEqual([1, 0]);
    expect(best).toEqual([1 - expected, expected]);
    expect([betterThanNext[0], wholeOrder]).toEqual([expected, expected]);
  });

  it('Equally good independent figures have equal probabilities, and every order has the same probability', () => {
    const { best, wholeOrder } = rankNormals([0, 0, 0, 0], identity(4), 'maximize');
    for (const probability of best) expect(Math.abs(probability - 0.25)).toBeLessThan(0.015);
    expect(Math.abs(wholeOrder - 1 / 24)).toBeLessThan(0.01);
  });

  it('Common errors of all figures do not affect the ranking', () => {
    const own = rankNormals([0, 0.1, 0.3], identity(3, 0.01), 'maximize');
    const shared = identity(3, 0.01).map((row) => row.map((value) => value + 5));
    const common = rankNormals([0, 0.1, 0.3], shared, 'maximize');
    own.best.forEach((probability, k) => expect(Math.abs(common.best[k]! - probability)).toBeLessThan(0.02));
    own.betterThanNext.forEach((probability, k) => expect(common.betterThanNext[k]).toBeCloseTo(probability, 9));
  });

  it('The probability of the best of three independent figures agrees with the integral over its distribution', () => {
    const means = [0.5, 0.2, 0];
    const { best } = rankNormals(means, identity(3), 'maximize');
    let integral = 0;
    const step = 0.001;
    for (let x = -8; x < 8; x += step) {
      const density = Math.exp(-((x - means[0]!) ** 2) / 2) / Math.sqrt(2 * Math.PI);
      integral += density * normalCumulative(x - means[1]!) * normalCumulative(x - means[2]!) * step;
    }
    expect(Math.abs(best[0]! - integral)).toBeLessThan(0.01);
    expect(best.reduce((sum, probability) => sum + probability, 0)).toBeCloseTo(1, 10);
  });

  it('Identical figures without an error of their difference share the probability', () => {
    const singular = [
      [1, 1, 0],
      [1, 1, 0],
      [0, 0, 1],
    ];
    const { best, betterThanNext } = rankNormals([5, 5, -20], singular, 'maximize');
    expect(best).toEqual([0.5, 0.5, 0]);
    expect(betterThanNext[0]).toBe(0.5);
  });

  it('The smallest figure is best if the objective is to minimize', () => {
    expect(rankNormals([3, 1, 2], identity(3, 1e-6), 'minimize')).toMatchObject({
      order: [1, 2, 0],
      best: [0, 1, 0],
      wholeOrder: 1,
    });
  });
});
