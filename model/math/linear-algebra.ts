/** Sum of the values in their order. */
export function sumOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let row = 0; row < values.length; row++) sum += values[row]!;
  return sum;
}

/** Adds arrays of equal length, element by element and in their order. */
export function addArrays<Values extends Float64Array | Uint32Array>(arrays: readonly Values[]): Values {
  const total = arrays[0]!.slice() as Values;
  for (const values of arrays.slice(1)) values.forEach((value, k) => (total[k] = total[k]! + value));
  return total;
}

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

/**
 * Solves matrix · x = right by Gaussian elimination with partial pivoting. Returns undefined if the matrix is singular within rounding.
 * Source: Golub and Van Loan, "Matrix computations", algorithm 3.4.1.
 *
 * @param matrix n rows of n numbers
 * @param right n numbers
 */
export function solveLinear(matrix: readonly (readonly number[])[], right: readonly number[]): number[] | undefined {
  const size = right.length;
  const rows = matrix.map((row, k) => [...row, right[k]!]);
  const scale = Math.max(...matrix.flat().map(Math.abs), 0);
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++)
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row;
    if (!(Math.abs(rows[pivot]![column]!) > 1e-13 * scale)) return undefined;
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    const own = rows[column]!;
    for (let row = column + 1; row < size; row++) {
      const factor = rows[row]![column]! / own[column]!;
      if (factor === 0) continue;
      for (let k = column; k <= size; k++) rows[row]![k] = rows[row]![k]! - factor * own[k]!;
    }
  }
  const solution = new Array<number>(size).fill(0);
  for (let row = size - 1; row >= 0; row--) {
    let sum = rows[row]![size]!;
    for (let k = row + 1; k < size; k++) sum -= rows[row]![k]! * solution[k]!;
    solution[row] = sum / rows[row]![row]!;
  }
  return solution;
}
