import fc from 'fast-check';
import { symmetricEigen } from '../numbers/symmetric-matrix.js';
import { isPositiveDefinite, nearestCorrelation } from './fit-copula.js';

const matrixSize = 5;
const anyMatrix = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), {
    minLength: matrixSize * matrixSize,
    maxLength: matrixSize * matrixSize,
  })
  .map((entries) =>
    Float64Array.from(entries, (_, k) => {
      const [row, column] = [Math.floor(k / matrixSize), k % matrixSize];
      return row === column ? 1 : entries[Math.max(row, column) * matrixSize + Math.min(row, column)]!;
    }),
  );

describe('nearestCorrelation', () => {
  it("The nearest correlations of Higham's example are 0.7607 and 0.1573", () => {
    const nearest = nearestCorrelation(Float64Array.of(1, 1, 0, 1, 1, 1, 0, 1, 1), 3);
    expect(nearest[1]).toBeCloseTo(0.7607, 2);
    expect(nearest[2]).toBeCloseTo(0.1573, 2);
    expect(nearest[5]).toBeCloseTo(0.7607, 2);
  });

  it('A correlation matrix does not change', () => {
    const matrix = Float64Array.of(1, 0.5, -0.2, 0.5, 1, 0.3, -0.2, 0.3, 1);
    expect(nearestCorrelation(matrix, 3)).toEqual(matrix);
  });

  it('The result for any symmetric matrix with a unit diagonal is positive definite with a unit diagonal', () => {
    fc.assert(
      fc.property(anyMatrix, (matrix) => {
        const nearest = nearestCorrelation(matrix, matrixSize);
        for (let k = 0; k < matrixSize; k++) expect(nearest[k * matrixSize + k]).toBe(1);
        expect(Math.min(...symmetricEigen(nearest, matrixSize).values)).toBeGreaterThan(0.001);
        expect(nearest.every((value) => Math.abs(value) <= 1)).toBe(true);
      }),
    );
  });

  it('Positive definite matrices are recognized', () => {
    expect(isPositiveDefinite(Float64Array.of(1, 0.9, 0.9, 1), 2)).toBe(true);
    expect(isPositiveDefinite(Float64Array.of(1, 1, 1, 1), 2)).toBe(false);
  });
});
