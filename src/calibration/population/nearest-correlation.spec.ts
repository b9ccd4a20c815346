import fc from 'fast-check';
import { symmetricEigen } from './symmetric-eigen.js';
import { isPositiveDefinite, nearestCorrelation } from './nearest-correlation.js';

const SIZE = 5;
const anyMatrix = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: SIZE * SIZE, maxLength: SIZE * SIZE })
  .map((entries) =>
    Float64Array.from(entries, (_, k) => {
      const [row, column] = [Math.floor(k / SIZE), k % SIZE];
      return row === column ? 1 : entries[Math.max(row, column) * SIZE + Math.min(row, column)]!;
    }),
  );

describe('symmetricEigen', () => {
  it('takes a symmetric matrix apart: V·diag(values)·Vᵗ is the matrix again', () => {
    fc.assert(
      fc.property(anyMatrix, (matrix) => {
        const { values, vectors } = symmetricEigen(matrix, SIZE);
        matrix.forEach((entry, k) => {
          const [row, column] = [Math.floor(k / SIZE), k % SIZE];
          const again = values.reduce(
            (sum, value, j) => sum + value * vectors[row * SIZE + j]! * vectors[column * SIZE + j]!,
            0,
          );
          expect(again).toBeCloseTo(entry, 10);
        });
      }),
    );
  });
});

describe('nearestCorrelation', () => {
  it("is that of Higham's example, whose nearest correlations are 0.7607 and 0.1573", () => {
    const nearest = nearestCorrelation(Float64Array.of(1, 1, 0, 1, 1, 1, 0, 1, 1), 3);
    expect(nearest[1]).toBeCloseTo(0.7607, 2);
    expect(nearest[2]).toBeCloseTo(0.1573, 2);
    expect(nearest[5]).toBeCloseTo(0.7607, 2);
  });

  it('leaves a correlation matrix as it is', () => {
    const matrix = Float64Array.of(1, 0.5, -0.2, 0.5, 1, 0.3, -0.2, 0.3, 1);
    expect(nearestCorrelation(matrix, 3)).toEqual(matrix);
  });

  it('makes any symmetric matrix with a diagonal of 1 a positive definite one with a diagonal of 1', () => {
    fc.assert(
      fc.property(anyMatrix, (matrix) => {
        const nearest = nearestCorrelation(matrix, SIZE);
        for (let k = 0; k < SIZE; k++) expect(nearest[k * SIZE + k]).toBe(1);
        expect(Math.min(...symmetricEigen(nearest, SIZE).values)).toBeGreaterThan(0.001);
        expect(nearest.every((value) => Math.abs(value) <= 1)).toBe(true);
      }),
    );
  });

  it('tells what is positive definite', () => {
    expect(isPositiveDefinite(Float64Array.of(1, 0.9, 0.9, 1), 2)).toBe(true);
    expect(isPositiveDefinite(Float64Array.of(1, 1, 1, 1), 2)).toBe(false);
  });
});
