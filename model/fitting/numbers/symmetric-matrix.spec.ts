import fc from 'fast-check';
import { factorize, invert, sandwich, solveFactored, symmetricEigen } from './symmetric-matrix.js';

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

describe('Symmetric matrices', () => {
  const matrix = Float64Array.of(4, 2, 0.4, 2, 3, 0.1, 0.4, 0.1, 1);

  it('A matrix times its inverse is the identity for any scale of its rows', () => {
    const scale = [1, 1e4, 1e-5];
    const uneven = matrix.map((value, at) => value * scale[Math.floor(at / 3)]! * scale[at % 3]!);
    const inverse = invert(uneven, 3)!;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        const sum = [0, 1, 2].reduce((total, k) => total + uneven[i * 3 + k]! * inverse[k * 3 + j]!, 0);
        expect((sum * scale[j]!) / scale[i]!).toBeCloseTo(i === j ? 1 : 0, 10);
      }
    }
  });

  it('A factor solves its matrix, and matrices that are not positive definite have none', () => {
    const x = solveFactored(factorize(matrix, 3)!, Float64Array.of(1, 2, 3));
    expect(4 * x[0]! + 2 * x[1]! + 0.4 * x[2]!).toBeCloseTo(1, 12);
    expect(factorize(Float64Array.of(1, 1, 1, 1), 2)).toBeUndefined();
    expect(invert(Float64Array.of(1, 2, 2, 1), 2)).toBeUndefined();
  });

  it('The sandwich product is a · b · a', () => {
    expect(Array.from(sandwich(Float64Array.of(2, 0, 0, 3), Float64Array.of(1, 4, 4, 5), 2))).toEqual([4, 24, 24, 45]);
  });
});

describe('symmetricEigen', () => {
  it('V·diag(values)·Vᵗ equals the symmetric matrix', () => {
    fc.assert(
      fc.property(anyMatrix, (matrix) => {
        const { values, vectors } = symmetricEigen(matrix, matrixSize);
        matrix.forEach((entry, k) => {
          const [row, column] = [Math.floor(k / matrixSize), k % matrixSize];
          const again = values.reduce(
            (sum, value, j) => sum + value * vectors[row * matrixSize + j]! * vectors[column * matrixSize + j]!,
            0,
          );
          expect(again).toBeCloseTo(entry, 10);
        });
      }),
    );
  });
});
