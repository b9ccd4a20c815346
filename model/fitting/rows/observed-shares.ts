import type { ObservedValue } from '../family-fit.js';
import {
  influenceBy,
  type SampledRows,
  standardErrorOf,
  combined,
  countUnits,
  hasSharedClusters,
} from './influence.js';
import type { Model } from '../fit-sample.js';
import type { Rows } from './rows.js';

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

/** Number of respondents of these rows. Cells of a count table count all their responses. */
export function countRespondents({ rows, counts }: Pick<Model, 'rows' | 'counts'>, selected: Int32Array): number {
  const countByRespondent = new Map<number, number>();
  for (const row of selected) {
    const respondent = rows.respondents[row]!;
    countByRespondent.set(respondent, Math.max(counts[row]!, countByRespondent.get(respondent) ?? 0));
  }
  return [...countByRespondent.values()].reduce((sum, count) => sum + count, 0);
}

/** Number of responses that these rows represent. */
export function countResponses({ counts }: Pick<Model, 'counts'>, selected: Int32Array): number {
  return selected.reduce((sum, row) => sum + counts[row]!, 0);
}

/**
 * Effective number of respondents with sampling weights: (Σw)² / Σw². The weight of a respondent is the mean over the
 * rows.
 * Source: Kish, "Survey sampling" (1965), section 11.7.
 */
export function effectiveRespondents({ respondents, weights }: Rows, selected: Int32Array): number {
  const byRespondent = new Map<number, { sum: number; rows: number }>();
  for (const row of selected) {
    const own = byRespondent.get(respondents[row]!) ?? { sum: 0, rows: 0 };
    byRespondent.set(respondents[row]!, { sum: own.sum + (weights?.[row] ?? 1), rows: own.rows + 1 });
  }
  let [total, squares] = [0, 0];
  for (const { sum, rows } of byRespondent.values()) {
    total += sum / rows;
    squares += (sum / rows) ** 2;
  }
  return total ** 2 / squares;
}
