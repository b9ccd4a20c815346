import { CalibrationError } from '../calibration-error.js';
import { numberLabels } from '../covariance.js';
import type { Design } from '../likelihood.js';

/** Respondents of a sample whose coefficients differ between respondents. */
export interface Panel {
  /** Rows of each respondent. */
  readonly rows: readonly (readonly number[])[];
  /** Weight of each respondent. */
  readonly weights: Float64Array;
  /** Cluster of each respondent, numbered from 0. */
  readonly clusters: Int32Array;
  /** Number of clusters. */
  readonly clusterCount: number;
}

/**
 * Groups the rows of a design by respondent. Without respondents, each cluster is a respondent; without clusters, each
 * row is. All rows of a respondent have the same weight, because the weight applies to the joint likelihood of the rows.
 *
 * @throws CalibrationError `calibration_uneven_panel` if the rows of a respondent differ in their weight or cluster
 */
export function panelOf({ rows: count, clusters, respondents, weights }: Design): Panel {
  const respondentOf = respondents ?? clusters;
  const rows: number[][] = [];
  for (let row = 0; row < count; row++) (rows[respondentOf ? respondentOf[row]! : row] ??= []).push(row);
  for (const own of rows) {
    const unit = respondents ? 'respondent' : 'cluster';
    requireEqual(own, (row) => (weights ? weights[row]! : 1), 'weights', unit);
    if (clusters) requireEqual(own, (row) => clusters[row]!, 'clusters', unit);
  }
  const clusterOf = numberLabels(rows.map(([first], respondent) => (clusters ? clusters[first!]! : respondent)));
  return {
    rows,
    weights: Float64Array.from(rows, ([first]) => (weights ? weights[first!]! : 1)),
    clusters: clusterOf,
    clusterCount: clusterOf.reduce((most, cluster) => Math.max(most, cluster + 1), 0),
  };
}

/**
 * A design in which the rows of one cluster have the same coefficients, instead of those of one respondent. Equal respondents of a cluster
 * that a row represents are a part of the joint likelihood of the cluster.
 */
export function ofClusters({ respondents: _respondents, ...design }: Design): Design {
  const { weights, repetitions } = design;
  if (!weights || !repetitions) return design;
  return {
    ...design,
    weights: weights.map((weight, row) => weight / (repetitions[row] || 1)),
    jointWeights: repetitions,
  };
}

function requireEqual(
  rows: readonly number[],
  valueOf: (row: number) => number,
  name: 'weights' | 'clusters',
  unit: 'respondent' | 'cluster',
): void {
  const values = new Set(rows.map(valueOf));
  if (values.size <= 1) return;
  throw new CalibrationError(
    'calibration_uneven_panel',
    `the rows of one ${unit} have different ${name}: ${[...values].slice(0, 3).join(', ')}; ` +
      `a model with random tastes, latent classes or random intercepts needs one value per ${unit}`,
    { [name]: [...values].slice(0, 3) },
  );
}

/** ln Σ e^x without overflow. Replaces each term by its share of the sum. */
export function logSumExp(terms: Float64Array): number {
  let maximum = -Infinity;
  for (const term of terms) if (term > maximum) maximum = term;
  if (!Number.isFinite(maximum)) return maximum;
  let total = 0;
  for (let k = 0; k < terms.length; k++) total += terms[k] = Math.exp(terms[k]! - maximum);
  for (let k = 0; k < terms.length; k++) terms[k]! /= total;
  return maximum + Math.log(total);
}
