import type { ObservedValue } from '../families/family-fit.js';

/**
 * Weighted mean of a value over some rows. The standard error √(variance / n) assumes independent rows.
 *
 * @param values one value per row of the data
 * @param selected positions of the rows
 * @param weights respondents that each row represents. Default: 1
 */
export function observedMean(
  values: Float64Array,
  selected: Int32Array,
  weights: Float64Array | undefined,
): ObservedValue {
  const weightOf = (row: number) => weights?.[row] ?? 1;
  const totalWeight = selected.reduce((sum, row) => sum + weightOf(row), 0);
  const value = selected.reduce((sum, row) => sum + weightOf(row) * values[row]!, 0) / totalWeight;
  const squares = selected.reduce((sum, row) => sum + weightOf(row) * (values[row]! - value) ** 2, 0);
  return { value, standardError: Math.sqrt(squares / Math.max(1, totalWeight - 1) / totalWeight) };
}
