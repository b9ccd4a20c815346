/**
 * Solves a small system of linear equations by elimination with pivoting. Returns undefined if the matrix is singular.
 * Source: Golub and Van Loan, "Matrix computations", algorithm 3.4.1.
 */
export function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] | undefined {
  const rows = matrix.map((row, k) => [...row, right[k]!]);
  const size = rows.length;
  const largest = Math.max(...matrix.flat().map(Math.abs));
  for (let k = 0; k < size; k++) {
    const pivot = rows
      .slice(k)
      .reduce((best, row, i) => (Math.abs(row[k]!) > Math.abs(rows[best]![k]!) ? k + i : best), k);
    [rows[k], rows[pivot]] = [rows[pivot]!, rows[k]!];
    if (!(Math.abs(rows[k]![k]!) > 1e-14 * largest)) return undefined;
    for (let i = k + 1; i < size; i++) {
      const factor = rows[i]![k]! / rows[k]![k]!;
      for (let j = k; j <= size; j++) rows[i]![j] = rows[i]![j]! - factor * rows[k]![j]!;
    }
  }
  const solution = new Array<number>(size).fill(0);
  for (let k = size - 1; k >= 0; k--) {
    const rest = solution.reduce((sum, value, j) => (j > k ? sum + rows[k]![j]! * value : sum), 0);
    solution[k] = (rows[k]![size]! - rest) / rows[k]![k]!;
  }
  return solution;
}
