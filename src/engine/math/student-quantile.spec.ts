import { studentQuantile, zScore95 } from './student-quantile.js';

describe('studentQuantile', () => {
  // Reference values from R: qt(0.975, degrees).
  it.each([
    [1, 12.7062047],
    [2, 4.3026527],
    [4, 2.7764451],
    [9, 2.2621572],
    [10, 2.2281389],
    [19, 2.0930241],
    [30, 2.0422725],
    [999, 1.9623415],
  ])('With %d degrees of freedom, the 0.975 quantile matches R', (degrees, quantile) => {
    expect(Math.abs(studentQuantile(degrees) - quantile)).toBeLessThan(1e-5);
  });

  it('The quantile falls toward the normal quantile as the degrees of freedom rise', () => {
    const quantiles = Array.from({ length: 2_000 }, (_, k) => studentQuantile(k + 1));
    quantiles.slice(1).forEach((quantile, k) => expect(quantile).toBeLessThan(quantiles[k]!));
    expect(studentQuantile(1e9)).toBeCloseTo(zScore95, 8);
  });
});
