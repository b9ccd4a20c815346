import { solveLinear, semidefiniteCholesky } from './linear-algebra.js';

describe('solveLinear', () => {
  it('The solution of a system with a zero in the first place is exact', () => {
    expect(
      solveLinear(
        [
          [0, 2],
          [4, 1],
        ],
        [6, 11],
      ),
    ).toEqual([2, 3]);
  });

  it('A singular matrix has no solution', () => {
    expect(
      solveLinear(
        [
          [1, 2],
          [2, 4],
        ],
        [1, 2],
      ),
    ).toBeUndefined();
    expect(solveLinear([[0]], [1])).toBeUndefined();
  });

  it('The arguments stay unchanged, and a system without unknowns has an empty solution', () => {
    const matrix = [
      [2, 1],
      [1, 3],
    ];
    solveLinear(matrix, [1, 2]);
    expect(matrix).toEqual([
      [2, 1],
      [1, 3],
    ]);
    expect(solveLinear([], [])).toEqual([]);
  });
});

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
