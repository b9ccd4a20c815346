import type { ObservedValue } from '../families/family-fit.js';
import {
  combined,
  countUnits,
  hasSharedClusters,
  influenceBy,
  type SampledRows,
  standardErrorOf,
} from './influence.js';

/**
 * Weighted mean of a value over some rows. The standard error accounts for correlation within clusters; for separate
 * respondents with equal weights it is √(variance / n) with the unbiased variance.
 *
 * @param values one value per row of the data
 * @param selected positions of the rows
 * @param sample weights and clusters of the rows
 */
export function observedMean(values: Float64Array, selected: Int32Array, sample: SampledRows): ObservedValue {
  const { weights } = sample;
  const weightOf = (row: number) => weights?.[row] ?? 1;
  const totalWeight = selected.reduce((sum, row) => sum + weightOf(row), 0);
  const value = selected.reduce((sum, row) => sum + weightOf(row) * values[row]!, 0) / totalWeight;
  const plain = influenceBy(sample, selected, (row) => (weightOf(row) * (values[row]! - value)) / totalWeight);
  const units = countUnits(sample, selected);
  // The influence already contains the factor if rows share clusters.
  const factor = hasSharedClusters(sample, selected) ? 1 : Math.sqrt(units / Math.max(1, units - 1));
  const influence = combined([[plain, factor]]);
  return { value, standardError: standardErrorOf(influence), influence };
}
