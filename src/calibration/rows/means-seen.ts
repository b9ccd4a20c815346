import { type Seen } from '../families/family-fit.js';

/** The mean of a number among these rows, and its error as of independent rows: √(variance / n). */
export function meanSeen(values: Float64Array, asked: Int32Array, weights: Float64Array | undefined): Seen {
  const weightOf = (row: number) => weights?.[row] ?? 1;
  const all = asked.reduce((sum, row) => sum + weightOf(row), 0);
  const value = asked.reduce((sum, row) => sum + weightOf(row) * values[row]!, 0) / all;
  const squares = asked.reduce((sum, row) => sum + weightOf(row) * (values[row]! - value) ** 2, 0);
  return { value, error: Math.sqrt(squares / Math.max(1, all - 1) / all) };
}
