import { CalibrationError } from '../calibration-error.js';
import { numberLabels } from '../covariance.js';
import type { Design, LikelihoodKernel } from '../likelihood.js';
import { totalLikelihood } from '../total-likelihood.js';

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

/** Coefficients that a respondent can have: a latent class, or a point of random tastes. */
export interface RespondentComponent {
  /** Logarithm of its share before any row is known. The shares of a respondent need not add up to 1. */
  readonly logShare: number;
  readonly own: Float64Array;
}

/**
 * Probability of the outcome in the kernel of each row, given the earlier rows of its respondent. The observed outcome of each row changes the
 * shares of the components for the next one (Bayes' theorem).
 *
 * @param design its rows are in the order of the choices of each respondent
 * @param observed kernel of the observed outcomes
 * @param componentsOf components of a respondent, whose first row is given
 */
export function probabilitiesGivenEarlier(
  design: Design,
  kernel: LikelihoodKernel,
  observed: LikelihoodKernel,
  componentsOf: (respondent: number, firstRow: number) => readonly RespondentComponent[],
): Float64Array {
  const [likelihood, ofObserved] = [totalLikelihood(design, kernel), totalLikelihood(design, observed)];
  const unused = new Float64Array(likelihood.size);
  const probabilities = new Float64Array(design.rows);
  panelOf(design).rows.forEach((rows, respondent) => {
    const components = componentsOf(respondent, rows[0]!);
    const logWeights = Float64Array.from(components, ({ logShare }) => logShare);
    for (const row of rows) {
      const weights = logWeights.slice();
      logSumExp(weights);
      components.forEach(({ own }, k) => {
        probabilities[row]! += weights[k]! * Math.exp(likelihood.addGradientOfRow(own, row, unused));
        logWeights[k]! += ofObserved.addGradientOfRow(own, row, unused);
      });
    }
  });
  return probabilities;
}
