import type { ObservedValue } from '../families/family-fit.js';

/**
 * Weighted share of each outcome over some rows. The standard errors √(share·(1 - share)/n) assume independent rows.
 *
 * @param chosen outcome of each row of the data, 0 to outcomes - 1
 * @param selected positions of the rows
 * @param weights respondents that each row represents. Default: 1
 */
export function observedShares(
  chosen: Int32Array,
  outcomes: number,
  selected: Int32Array,
  weights: Float64Array | undefined,
): ObservedValue[] {
  const counts = new Float64Array(outcomes);
  let totalWeight = 0;
  for (const row of selected) {
    const weight = weights?.[row] ?? 1;
    counts[chosen[row]!]! += weight;
    totalWeight += weight;
  }
  return Array.from(counts, (count) => {
    const share = count / totalWeight;
    return { value: share, standardError: Math.sqrt((share * (1 - share)) / totalWeight) };
  });
}
