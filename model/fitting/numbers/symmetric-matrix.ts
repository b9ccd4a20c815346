import { EigenvalueDecomposition, Matrix } from 'ml-matrix';

/** Cholesky factor L of a symmetric n × n matrix, in row-major order. */
export interface CholeskyFactor {
  readonly lower: Float64Array;
  readonly n: number;
}

/**
 * Cholesky factorization of a matrix, or undefined if the matrix is not positive definite within rounding.
 * Source: Golub and Van Loan, "Matrix computations", algorithm 4.2.1. Our own code, because the published estimates depend on the order of
 * its sums: ml-matrix changes the eighth significant digit of two workflows.
 *
 * @param matrix n × n, row-major order; only the lower half is read. Its diagonal should be near 1 (`unitScales`), because `minPivot` is
 *   an absolute number.
 */
export function factorize(matrix: Float64Array, n: number, minPivot = 1e-13): CholeskyFactor | undefined {
  const lower = new Float64Array(n * n);
  for (let row = 0; row < n; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * n + column]!;
      for (let k = 0; k < column; k++) sum -= lower[row * n + k]! * lower[column * n + k]!;
      if (row > column) lower[row * n + column] = sum / lower[column * n + column]!;
      else if (sum > minPivot) lower[row * n + row] = Math.sqrt(sum);
      else return undefined;
    }
  }
  return { lower, n };
}

/** Solves matrix · x = b for a matrix that `factorize` factorized. Returns a new array. */
export function solveFactored({ lower, n }: CholeskyFactor, b: Float64Array): Float64Array {
  const x = Float64Array.from(b);
  for (let row = 0; row < n; row++) {
    let sum = x[row]!;
    for (let k = 0; k < row; k++) sum -= lower[row * n + k]! * x[k]!;
    x[row] = sum / lower[row * n + row]!;
  }
  for (let row = n - 1; row >= 0; row--) {
    let sum = x[row]!;
    for (let k = row + 1; k < n; k++) sum -= lower[k * n + row]! * x[k]!;
    x[row] = sum / lower[row * n + row]!;
  }
  return x;
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
  if (!factor) return undefined;
  const inverse = new Float64Array(n * n);
  const unit = new Float64Array(n);
  for (let column = 0; column < n; column++) {
    unit.fill(0);
    unit[column] = 1;
    const solution = solveFactored(factor, unit);
    for (let row = 0; row < n; row++) inverse[row * n + column] = solution[row]!;
  }
  return scaled(inverse, n, scales);
}

/** a · b · a for symmetric n × n matrices. */
export function sandwich(a: Float64Array, b: Float64Array, n: number): Float64Array {
  return multiply(multiply(a, b, n), a, n);
}

function multiply(a: Float64Array, b: Float64Array, n: number): Float64Array {
  const product = new Float64Array(n * n);
  for (let row = 0; row < n; row++) {
    for (let k = 0; k < n; k++) {
      const factor = a[row * n + k]!;
      for (let column = 0; column < n; column++) product[row * n + column]! += factor * b[k * n + column]!;
    }
  }
  return product;
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

/**
 * All eigenvalues of a symmetric matrix, and its eigenvectors as columns: `vectors[row * size + k]` belongs to `values[k]`.
 *
 * @param matrix size × size, row-major order; not changed
 */
export function symmetricEigen(matrix: Float64Array, size: number) {
  const eigen = new EigenvalueDecomposition(Matrix.from1DArray(size, size, matrix), { assumeSymmetric: true });
  return {
    values: Float64Array.from(eigen.realEigenvalues),
    vectors: Float64Array.from(eigen.eigenvectorMatrix.to1DArray()),
  };
}
