import { CholeskyDecomposition, Matrix } from 'ml-matrix';

/**
 * Cholesky factorization of a matrix, or undefined if the matrix is not positive definite within rounding.
 *
 * @param matrix n × n, row-major order; only the lower half is read. Its diagonal should be near 1 (`unitScales`), because `minPivot` is
 *   an absolute number.
 */
export function factorize(matrix: Float64Array, n: number, minPivot = 1e-13): CholeskyDecomposition | undefined {
  if (!matrix.every(Number.isFinite)) return undefined;
  const factor = new CholeskyDecomposition(fromLowerHalf(matrix, n));
  const pivots = factor.lowerTriangularMatrix.diagonal().map((root) => root * root);
  return factor.isPositiveDefinite() && pivots.every((pivot) => pivot > minPivot) ? factor : undefined;
}

/** Solves matrix · x = b for a matrix that `factorize` factorized. Returns a new array. */
export function solveFactored(factor: CholeskyDecomposition, b: Float64Array): Float64Array {
  return flat(factor.solve(Matrix.columnVector(b)));
}

/** 1 / √|diagonal| of each row, or 1 if the diagonal is zero. Scaling rows and columns by it makes the diagonal ±1. */
export function unitScales(matrix: Float64Array, n: number): Float64Array {
  return Float64Array.from({ length: n }, (_, k) => {
    const size = Math.abs(matrix[k * n + k]!);
    return size > 0 && Number.isFinite(size) ? 1 / Math.sqrt(size) : 1;
  });
}

/** scale · matrix · scale, as a new matrix. */
export function scaled(matrix: Float64Array, n: number, scales: Float64Array): Float64Array {
  return Float64Array.from(matrix, (value, at) => value * scales[Math.floor(at / n)]! * scales[at % n]!);
}

/** Inverse of a symmetric matrix, or undefined if the matrix is not positive definite. */
export function invert(matrix: Float64Array, n: number): Float64Array | undefined {
  const scales = unitScales(matrix, n);
  const factor = factorize(scaled(matrix, n, scales), n);
  return factor && scaled(flat(factor.solve(Matrix.eye(n))), n, scales);
}

/** a · b · a for symmetric n × n matrices. */
export function sandwich(a: Float64Array, b: Float64Array, n: number): Float64Array {
  const outer = Matrix.from1DArray(n, n, a);
  return flat(outer.mmul(Matrix.from1DArray(n, n, b)).mmul(outer));
}

/** Dot product of two vectors of equal length. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}

/** Largest absolute value, or 0 for an empty array. */
export function largest(values: Float64Array): number {
  let max = 0;
  for (const value of values) max = Math.max(max, Math.abs(value));
  return max;
}

// ml-matrix rejects a matrix whose halves differ by rounding.
function fromLowerHalf(matrix: Float64Array, n: number): Matrix {
  return Matrix.from1DArray(
    n,
    n,
    matrix.map((_, at) => {
      const [row, column] = [Math.floor(at / n), at % n];
      return matrix[Math.max(row, column) * n + Math.min(row, column)]!;
    }),
  );
}

const flat = (matrix: Matrix) => Float64Array.from(matrix.to1DArray());
