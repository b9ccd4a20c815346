import type { ObservedValue } from '../families/family-fit.js';
import { influenceBy, type SampledRows, standardErrorOf } from './influence.js';

/**
 * Weighted share of each outcome over some rows. The standard errors account for correlation within clusters; for
 * separate respondents with equal weights they are √(share·(1 - share)/n).
 *
 * @param chosen outcome of each row of the data, 0 to outcomes - 1
 * @param selected positions of the rows
 * @param sample weights and clusters of the rows
 */
export function observedShares(
  chosen: Int32Array,
  outcomes: number,
  selected: Int32Array,
  sample: SampledRows,
): ObservedValue[] {
  const { weights } = sample;
  const counts = new Float64Array(outcomes);
  let totalWeight = 0;
  for (const row of selected) {
    const weight = weights?.[row] ?? 1;
    counts[chosen[row]!]! += weight;
    totalWeight += weight;
  }
  return Array.from(counts, (count, outcome) => {
    const value = count / totalWeight;
    const influence = influenceBy(
      sample,
      selected,
      (row) => ((weights?.[row] ?? 1) * (Number(chosen[row] === outcome) - value)) / totalWeight,
    );
    return { value, standardError: standardErrorOf(influence), influence };
  });
}
