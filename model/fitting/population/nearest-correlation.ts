import { EigenvalueDecomposition, Matrix } from 'ml-matrix';

/** Eigenvalues, and eigenvectors as columns: `vectors[row * size + k]` belongs to `values[k]`. */
export interface SymmetricEigen {
  readonly values: Float64Array;
  readonly vectors: Float64Array;
}

/**
 * All eigenvalues and eigenvectors of a symmetric matrix.
 *
 * @param matrix size × size, row-major order; not changed
 */
export function symmetricEigen(matrix: Float64Array, size: number): SymmetricEigen {
  const eigen = new EigenvalueDecomposition(Matrix.from1DArray(size, size, matrix), { assumeSymmetric: true });
  return {
    values: Float64Array.from(eigen.realEigenvalues),
    vectors: Float64Array.from(eigen.eigenvectorMatrix.to1DArray()),
  };
}

/** Minimum eigenvalue, so that the matrix remains positive definite after rounding to four digits. */
const minEigenvalue = 0.002;
const maxIterations = 200;
const changeTolerance = 1e-6;

/** Whether every eigenvalue is large enough for the correlation matrix of a definition. */
export function isPositiveDefinite(matrix: Float64Array, size: number): boolean {
  return symmetricEigen(matrix, size).values.every((value) => value >= minEigenvalue);
}

/**
 * Positive definite correlation matrix that is nearest (in the sum of squares) to a symmetric matrix with 1 on its
 * diagonal, by alternating projections with Dykstra's correction.
 * Source: Higham, "Computing the nearest correlation matrix", IMA Journal of Numerical Analysis 22 (2002), algorithm
 * 3.3.
 *
 * @param matrix size × size, row-major order; not changed
 */
export function nearestCorrelation(matrix: Float64Array, size: number): Float64Array {
  let current = matrix;
  let correction = new Float64Array(size * size);
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    const corrected = current.map((value, k) => value - correction[k]!);
    const projected = raiseEigenvalues(corrected, size);
    correction = projected.map((value, k) => value - corrected[k]!);
    const next = projected.slice();
    for (let k = 0; k < size; k++) next[k * size + k] = 1;
    const change = next.reduce((greatest, value, k) => Math.max(greatest, Math.abs(value - current[k]!)), 0);
    current = next;
    if (change < changeTolerance) break;
  }
  return unitDiagonal(raiseEigenvalues(current, size), size);
}

/** The nearest matrix whose eigenvalues are large enough. */
function raiseEigenvalues(matrix: Float64Array, size: number): Float64Array {
  const { values, vectors } = symmetricEigen(matrix, size);
  const out = matrix.slice();
  values.forEach((value, k) => {
    const lack = minEigenvalue - value;
    if (lack <= 0) return;
    for (let row = 0; row < size; row++) {
      const share = lack * vectors[row * size + k]!;
      for (let column = 0; column < size; column++) {
        out[row * size + column]! += share * vectors[column * size + k]!;
      }
    }
  });
  return out;
}

function unitDiagonal(matrix: Float64Array, size: number): Float64Array {
  return matrix.map((value, k) => {
    const [row, column] = [Math.floor(k / size), k % size];
    return row === column ? 1 : value / Math.sqrt(matrix[row * size + row]! * matrix[column * size + column]!);
  });
}
