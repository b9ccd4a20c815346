/**
 * Cholesky factor of a matrix: the lower triangular L with L·Lᵗ = matrix, row by row in one array of length n·n.
 * Returns undefined if the matrix is not positive definite. Source: Golub and Van Loan, "Matrix computations", algorithm 4.2.1.
 *
 * @param matrix symmetric, n rows of n numbers
 */
export function cholesky(matrix: readonly (readonly number[])[]): Float64Array | undefined {
  const size = matrix.length;
  const lower = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row]![column]!;
      for (let k = 0; k < column; k++) sum -= lower[row * size + k]! * lower[column * size + k]!;
      if (row === column) {
        // A pivot this small is zero within rounding: one variable would be an exact function of the others.
        if (!(sum > 1e-10)) return undefined;
        lower[row * size + row] = Math.sqrt(sum);
      } else {
        lower[row * size + column] = sum / lower[column * size + column]!;
      }
    }
  }
  return lower;
}
