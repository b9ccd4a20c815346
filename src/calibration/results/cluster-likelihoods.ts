import type { Calibration } from '../calibration.js';
import { designAt } from '../design/design-parts.js';
import { ofClusters, panelOf } from '../mixtures/panel.js';
import type { CalibrationRecipe } from '../recipe/parse-recipe.js';
import { observationsOf } from '../rows/observations.js';
import { totalLikelihood } from '../total-likelihood.js';

/** A fitted model with the recipe of the fit. */
export interface FittedModel {
  readonly calibration: Calibration;
  readonly recipe: CalibrationRecipe;
}

/** Log-likelihoods of independent groups of rows. */
export interface ClusterLikelihoods {
  /** Lines of the rows in the data. */
  readonly lines: readonly number[];
  readonly values: Float64Array;
}

/**
 * Log-likelihood of each cluster of rows, at estimates of the model. Rows of one respondent have the same coefficients: the average over
 * heterogeneous coefficients is that of the product of their probabilities.
 *
 * @param rows of the fit whose estimates the decision has, or held-out ones at the estimates of the other rows
 * @returns undefined for markets, and without such rows
 */
export function clusterLikelihoods(
  { calibration: { samples, held }, recipe: { fit: options } }: FittedModel,
  rows: 'fitted' | 'held-out',
): ClusterLikelihoods | undefined {
  const { fitted } = (rows === 'fitted' ? samples[0] : samples.find(({ sample }) => sample === 'train')) ?? {};
  if (!held || !fitted) return undefined;
  const { bound, rows: table, observations, design: all } = held.model;
  const at = rows === 'fitted' ? fitted.at : observationsOf(observations, table.test);
  if (at.length === 0) return undefined;
  const { estimates } = fitted.fit;
  const design = designAt(all, at, table, observations);
  const kernel = bound.kernel(at);
  const clusters = design.clusters!;
  const values = new Float64Array(clusters.reduce((most, cluster) => Math.max(most, cluster + 1), 0));
  if (bound.mixture) {
    const panel = panelOf(bound.mixture.byCluster ? ofClusters(design) : design);
    bound.mixture
      .logLikelihoods(design, kernel, estimates, options)
      .forEach((value, k) => (values[clusters[panel.rows[k]![0]!]!]! += panel.weights[k]! * value));
  } else {
    const likelihood = totalLikelihood(design, kernel);
    const gradient = new Float64Array(likelihood.size);
    clusters.forEach((cluster, row) => (values[cluster]! += likelihood.addGradientOfRow(estimates, row, gradient)));
  }
  return { lines: Array.from(at, (k) => table.lines[observations.row[k]!]!), values };
}

/**
 * Log-likelihood of the same held-out rows by each of two models.
 *
 * @returns undefined for markets, without held-out rows, and if the models have other held-out rows
 */
export function heldOutLikelihoods(first: FittedModel, second: FittedModel): readonly [number, number] | undefined {
  const [a, b] = [clusterLikelihoods(first, 'held-out'), clusterLikelihoods(second, 'held-out')];
  if (!a || !b || a.lines.join() !== b.lines.join()) return undefined;
  const total = ({ values }: ClusterLikelihoods) => values.reduce((sum, value) => sum + value, 0);
  return [total(a), total(b)];
}
