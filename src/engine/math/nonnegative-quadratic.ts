import { solveLinear } from './solve-linear.js';

/** Relative to the greatest diagonal element: makes the matrix of equal columns invertible. */
const ridge = 1e-12;
/** Slopes this small, relative to the right side, are zero within rounding. */
const slopeTolerance = 1e-14;

/**
 * Minimizes x'·matrix·x / 2 - right'·x over x ≥ 0 by the active set method, for few variables. The result is never worse than the start.
 * Source: Nocedal and Wright, "Numerical optimization" (2006), algorithm 16.3.
 *
 * @param matrix symmetric and positive semidefinite, n rows of n numbers; it can be singular
 * @param right n numbers
 * @param start n numbers, at least 0
 */
export function minimizeNonnegative(
  matrix: readonly (readonly number[])[],
  right: readonly number[],
  start: ArrayLike<number>,
): number[] {
  const size = right.length;
  const added = ridge * Math.max(...matrix.map((row, k) => row[k]!));
  const regular = matrix.map((row, i) => row.map((value, j) => (i === j ? value + added : value)));
  // The added ridge pulls towards the start, so that it does not change a start that is the minimum.
  const aim = right.map((value, k) => value + added * start[k]!);
  const tolerance = slopeTolerance * Math.max(...aim.map(Math.abs));
  let x = Array.from(start);
  const free = new Set([...x.keys()].filter((k) => x[k]! > 0));
  for (let k = 0; k < 10 * (size + 1); k++) {
    const positions = [...free].sort((a, b) => a - b);
    const solution = solveLinear(
      positions.map((i) => positions.map((j) => regular[i]![j]!)),
      positions.map((i) => aim[i]!),
    );
    if (!solution) return x;
    const target = new Array<number>(size).fill(0);
    positions.forEach((position, at) => (target[position] = solution[at]!));
    const negative = positions.filter((position) => target[position]! <= 0);
    if (negative.length > 0) {
      // Moves to the first variable that becomes 0, and fixes it.
      const part = Math.min(...negative.map((at) => (x[at]! > 0 ? x[at]! / (x[at]! - target[at]!) : 0)));
      x = x.map((value, at) => value + part * (target[at]! - value));
      const first = negative.filter((at) => x[at]! <= 1e-15);
      for (const at of first.length > 0 ? first : negative) {
        x[at] = 0;
        free.delete(at);
      }
      continue;
    }
    x = target;
    const slopes = regular.map((row, i) => row.reduce((sum, value, j) => sum + value * x[j]!, 0) - aim[i]!);
    const fixed = slopes.map((_, i) => i).filter((i) => !free.has(i) && slopes[i]! < -tolerance);
    if (fixed.length === 0) break;
    free.add(fixed.reduce((best, i) => (slopes[i]! < slopes[best]! ? i : best)));
  }
  return x;
}
