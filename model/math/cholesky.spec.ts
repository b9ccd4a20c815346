import { semidefiniteCholesky } from './linear-algebra.js';

describe('semidefiniteCholesky', () => {
  it.each([1e-14, 1, 1e8])('The factor of a singular covariance of size %d reproduces it', (scale) => {
    // The third variable is the sum of the others.
    const matrix = [
      [2, 1, 3],
      [1, 4, 5],
      [3, 5, 8],
    ].map((row) => row.map((value) => value * scale));
    const factor = semidefiniteCholesky(matrix);
    matrix.forEach((row, i) =>
      row.forEach((value, j) => {
        const product = [0, 1, 2].reduce((sum, k) => sum + factor[i * 3 + k]! * factor[j * 3 + k]!, 0);
        expect(product / scale).toBeCloseTo(value / scale, 9);
      }),
    );
    expect(factor[8]).toBe(0);
  });
});
