import type { Rows } from './rows.js';

/** Weights and clusters of the rows. Without clusters, each row is a separate respondent. */
export type SampledRows = Partial<Pick<Rows, 'weights' | 'frequencies' | 'clusters' | 'hasGroups'>>;

/** Influence of respondents on an observed value: its deviation if they were absent, to first order. */
export interface Influence {
  /** Sum of the influences of the rows, by cluster. The variance is the sum of squares. */
  readonly byCluster: ReadonlyMap<number, number>;
  /** Variance from separate responses within rows, such as the trials of a cell. */
  readonly separateVariance: number;
}

/** Value observed in the data; NaN if unknown. */
export interface ObservedValue {
  readonly value: number;
  /** Standard error that accounts for correlation within clusters; NaN if unknown. */
  readonly standardError: number;
  /** Influence of the respondents on the value, for the standard error of differences. */
  readonly influence?: Influence;
}

/**
 * Influence of rows on a weighted mean, by cluster. Rows with a frequency represent separate respondents with equal
 * responses, unless the data contain groups of respondents. If clusters have several rows, the variance includes the
 * factor G / (G - 1) for G clusters; the variance of one cluster is unknown (NaN).
 * Source: Binder, "On the variances of asymptotically normal estimators from complex surveys", International
 * Statistical Review 51 (1983).
 *
 * @param selected positions of the rows
 * @param influenceOf influence of a row, including its weight
 */
export function influenceBy(
  { frequencies, clusters, hasGroups }: SampledRows,
  selected: Int32Array,
  influenceOf: (row: number) => number,
): Influence {
  const byCluster = new Map<number, number>();
  const copies = new Map<number, number>();
  for (const row of selected) {
    const cluster = clusters ? clusters[row]! : row;
    byCluster.set(cluster, (byCluster.get(cluster) ?? 0) + influenceOf(row));
    if (frequencies) copies.set(cluster, Math.max(copies.get(cluster) ?? 0, frequencies[row]!));
  }
  if (frequencies && !hasGroups) {
    // Each of `count` equal respondents contributes sum / count, so their squares add up to sum² / count.
    for (const [cluster, sum] of byCluster) byCluster.set(cluster, sum / Math.sqrt(Math.max(1, copies.get(cluster)!)));
  }
  if (hasSharedClusters({ clusters }, selected)) {
    const units = countUnits({ frequencies, clusters, hasGroups }, selected);
    const factor = units > 1 ? Math.sqrt(units / (units - 1)) : NaN;
    for (const [cluster, sum] of byCluster) byCluster.set(cluster, sum * factor);
  }
  return { byCluster, separateVariance: 0 };
}

/** Whether some cluster has several of these rows. */
export function hasSharedClusters({ clusters }: SampledRows, selected: Int32Array): boolean {
  return clusters !== undefined && new Set(selected.map((row) => clusters[row]!)).size < selected.length;
}

/** Number of independent units of some rows: clusters, or respondents with their frequencies. */
export function countUnits({ frequencies, clusters, hasGroups }: SampledRows, selected: Int32Array): number {
  const copies = new Map<number, number>();
  for (const row of selected) {
    const cluster = clusters ? clusters[row]! : row;
    const count = frequencies && !hasGroups ? frequencies[row]! : 1;
    copies.set(cluster, Math.max(copies.get(cluster) ?? 0, count));
  }
  return [...copies.values()].reduce((sum, count) => sum + count, 0);
}

/** Influence on a sum of values with these factors. */
export function combined(parts: readonly (readonly [influence: Influence, factor: number])[]): Influence {
  const byCluster = new Map<number, number>();
  let separateVariance = 0;
  for (const [influence, factor] of parts) {
    for (const [cluster, sum] of influence.byCluster)
      byCluster.set(cluster, (byCluster.get(cluster) ?? 0) + factor * sum);
    separateVariance += factor ** 2 * influence.separateVariance;
  }
  return { byCluster, separateVariance };
}

/** Standard error of a value with this influence: the root of the sum of squares over clusters. */
export function standardErrorOf(influence: Influence): number {
  return Math.sqrt(covarianceOf(influence, influence));
}

/** Covariance of two values with these influences; the variance of a value with itself. */
export function covarianceOf(own: Influence, other: Influence): number {
  let covariance = own === other ? own.separateVariance : 0;
  for (const [cluster, sum] of own.byCluster) covariance += sum * (other.byCluster.get(cluster) ?? 0);
  return covariance;
}

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

/** Rows, with the whole number of observed responses of each. */
interface Counted {
  readonly rows: Rows;
  readonly counts: Float64Array;
}

/** Sum of observed values with these factors. Its standard error is unknown if a part has no influence. */
export function combinedValue(parts: readonly (readonly [value: ObservedValue, factor: number])[]): ObservedValue {
  const influences = parts.flatMap(([{ influence }, factor]) => (influence ? [[influence, factor] as const] : []));
  const influence = influences.length === parts.length ? combined(influences) : undefined;
  return {
    value: parts.reduce((sum, [{ value }, factor]) => sum + factor * value, 0),
    standardError: influence ? standardErrorOf(influence) : NaN,
    ...(influence && { influence }),
  };
}

/** Number of respondents of these rows. Cells of a count table count all their responses. */
export function countRespondents({ rows, counts }: Counted, selected: Int32Array): number {
  const countByRespondent = new Map<number, number>();
  for (const row of selected) {
    const respondent = rows.respondents[row]!;
    countByRespondent.set(respondent, Math.max(counts[row]!, countByRespondent.get(respondent) ?? 0));
  }
  return [...countByRespondent.values()].reduce((sum, count) => sum + count, 0);
}

/** Number of responses that these rows represent. */
export function countResponses({ counts }: Pick<Counted, 'counts'>, selected: Int32Array): number {
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
