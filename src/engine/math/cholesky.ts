/**
 * Cholesky factor of a matrix: the lower triangular L with L·Lᵗ = matrix, row by row in one array of length n·n.
 * Returns undefined if the matrix is not positive definite. Source: Golub and Van Loan, "Matrix computations", algorithm 4.2.1.
 *
 * @param matrix symmetric, n rows of n numbers
 */
export function cholesky(matrix: readonly (readonly number[])[]): Float64Array | undefined {
  return factor(matrix, () => 1e-10, undefined);
}

/**
 * The same factor for a singular matrix: a variable that is a function of the previous ones gets no number of its own, so its pivot is 0.
 * The matrix must be positive semidefinite, such as the covariance of linear functions of random variables, in any unit.
 */
export function semidefiniteCholesky(matrix: readonly (readonly number[])[]): Float64Array {
  return factor(matrix, (variance) => 1e-10 * variance, 0)!;
}

/** @param zeroOf greatest pivot that is zero within rounding: one variable would be an exact function of the others */
function factor(
  matrix: readonly (readonly number[])[],
  zeroOf: (variance: number) => number,
  zeroPivot: 0 | undefined,
): Float64Array | undefined {
  const size = matrix.length;
  const lower = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row]![column]!;
      for (let k = 0; k < column; k++) sum -= lower[row * size + k]! * lower[column * size + k]!;
      if (row === column) {
        const pivot = sum > zeroOf(matrix[row]![row]!) ? Math.sqrt(sum) : zeroPivot;
        if (pivot === undefined) return undefined;
        lower[row * size + row] = pivot;
      } else {
        const pivot = lower[column * size + column]!;
        lower[row * size + column] = pivot === 0 ? 0 : sum / pivot;
      }
    }
  }
  return lower;
}
