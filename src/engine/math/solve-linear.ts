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
