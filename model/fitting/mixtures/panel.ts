import { CalibrationError } from '../calibration-error.js';
import { type FitErrors, fitErrors, numberLabels } from '../covariance.js';
import type { Design, LikelihoodKernel } from '../likelihood.js';
import { clusterInformationByDifferences, type Objective } from '../objective.js';
import type { NamedPriors } from '../priors.js';
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

/** Log-likelihood of respondents with different coefficients: the sum of w·ln P over respondents with weight w. */
export interface PanelLikelihood extends Objective {
  readonly respondents: number;
  /** Number of clusters of respondents. */
  readonly clusters: number;
  /** Log-likelihood of each respondent without its weight. */
  byRespondent(parameters: Float64Array): Float64Array;
  /** First derivatives summed by cluster: clusters × size. */
  scores(parameters: Float64Array): Float64Array;
}

/** Likelihood of single respondents at some parameters. */
interface RespondentLikelihood {
  /** Log-likelihood of a respondent. */
  readonly evaluate: (respondent: number, withSlopes: boolean) => number;
  /** Adds weight × derivatives of the last evaluation to a gradient, from a position. */
  readonly addSlope: (respondent: number, weight: number, gradient: Float64Array, at: number) => void;
}

/** Combines the likelihoods of the respondents of a panel. */
export function panelLikelihood(
  { rows, weights, clusters, clusterCount }: Panel,
  size: number,
  likelihoodAt: (parameters: Float64Array) => RespondentLikelihood,
): PanelLikelihood {
  /** @param gradientAt position of the derivatives of a respondent in the gradient */
  const sum = (parameters: Float64Array, gradient?: Float64Array, gradientAt = (_respondent: number) => 0) => {
    const { evaluate, addSlope } = likelihoodAt(parameters);
    return weights.reduce((total, weight, respondent) => {
      if (weight === 0) return total;
      const value = evaluate(respondent, gradient !== undefined);
      if (gradient) addSlope(respondent, weight, gradient, gradientAt(respondent));
      return total + weight * value;
    }, 0);
  };
  return {
    size,
    respondents: rows.length,
    clusters: clusterCount,
    value: (parameters) => sum(parameters),
    evaluateGradient: (parameters, gradient) => sum(parameters, gradient.fill(0)),
    byRespondent(parameters) {
      const { evaluate } = likelihoodAt(parameters);
      return weights.map((_, respondent) => evaluate(respondent, false));
    },
    scores(parameters) {
      const sums = new Float64Array(clusterCount * size);
      sum(parameters, sums, (respondent) => clusters[respondent]! * size);
      return sums;
    },
  };
}

/** Errors of estimates of a panel. @param covariance inverse of the information, with priors */
export function panelErrors(
  likelihood: PanelLikelihood,
  estimates: Float64Array,
  covariance: Float64Array,
  priors: NamedPriors,
): FitErrors {
  return fitErrors(covariance, likelihood.scores(estimates), likelihood.clusters, priors, () =>
    clusterInformationByDifferences((at) => likelihood.scores(at), estimates),
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
