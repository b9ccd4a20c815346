import { studentQuantile, studentQuantileAt, zScore95 } from './student.js';

describe('studentQuantile', () => {
  // Reference values from R: qt(0.975, degrees).
  it.each([
    [1, 12.7062047],
    [2, 4.3026527],
    [4, 2.7764451],
    [9, 2.2621572],
    [10, 2.2281389],
    [10.5, 2.2138403],
    [12.25, 2.1738914],
    [19, 2.0930241],
    [30, 2.0422725],
    [999, 1.9623415],
  ])('With %f degrees of freedom, the 0.975 quantile matches R', (degrees, quantile) => {
    expect(Math.abs(studentQuantile(degrees) - quantile)).toBeLessThan(1e-5);
  });

  it('The quantile falls toward the normal quantile as the degrees of freedom rise', () => {
    const quantiles = Array.from({ length: 2_000 }, (_, k) => studentQuantile(k + 1));
    quantiles.slice(1).forEach((quantile, k) => expect(quantile).toBeLessThan(quantiles[k]!));
    expect(studentQuantile(1e9)).toBeCloseTo(zScore95, 8);
  });
});

describe('studentQuantileAt', () => {
  // Quantiles at 0.9995, where the standard normal quantile is 3.2905267: Abramowitz and Stegun, table 26.10.
  it.each([
    [1, 636.619],
    [2, 31.599],
    [3, 12.924],
    [5, 6.869],
    [10, 4.587],
    [20, 3.85],
    [120, 3.373],
  ])('With %d degrees of freedom, the 0.9995 quantile matches the published table', (degrees, quantile) => {
    expect(Math.abs(studentQuantileAt(3.2905267, degrees) - quantile)).toBeLessThan(6e-4);
  });

  it('At 0.975, it agrees with the quantile of 95% intervals', () => {
    for (const degrees of [1, 2, 3, 4, 5, 8, 10.5, 12, 40.7, 400])
      expect(Math.abs(studentQuantileAt(zScore95, degrees) / studentQuantile(degrees) - 1)).toBeLessThan(2e-4);
  });
});
