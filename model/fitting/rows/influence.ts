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
export function standardErrorOf({ byCluster, separateVariance }: Influence): number {
  let variance = separateVariance;
  for (const sum of byCluster.values()) variance += sum ** 2;
  return Math.sqrt(variance);
}
