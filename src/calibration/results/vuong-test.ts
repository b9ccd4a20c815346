import { normalCumulative } from '../../engine/math/normal.js';
import type { Calibration } from '../calibration.js';
import { designAt } from '../design/design-parts.js';
import { ofClusters, panelOf } from '../mixtures/panel.js';
import type { CalibrationRecipe } from '../recipe/parse-recipe.js';
import { totalLikelihood } from '../total-likelihood.js';

/** A fitted model with the recipe of the fit. */
export interface FittedModel {
  readonly calibration: Calibration;
  readonly recipe: CalibrationRecipe;
}

/** Test of the hypothesis that two models are equally far from the process that created the data. */
export interface VuongTest {
  /** Standard normal under the hypothesis. Above 0, the first model is closer. */
  readonly z: number;
  /** Two-sided. */
  readonly p: number;
  /** Independent observations: clusters of rows. */
  readonly clusters: number;
}

/**
 * Vuong's test for models of which neither is a special case of the other. The log-likelihoods of the rows of one cluster are summed.
 * Source: Vuong, "Likelihood ratio tests for model selection and non-nested hypotheses", Econometrica 57 (1989), equation 5.6.
 *
 * @returns undefined if the test does not apply: other rows, weights, priors, markets, or models with the same predictions
 */
export function vuongTest(first: FittedModel, second: FittedModel): VuongTest | undefined {
  const [a, b] = [clusterLikelihoods(first), clusterLikelihoods(second)];
  if (!a || !b || a.lines.join() !== b.lines.join()) return undefined;
  const differences = a.values.map((value, k) => value - b.values[k]!);
  const clusters = differences.length;
  const total = differences.reduce((sum, value) => sum + value, 0);
  const variance = differences.reduce((sum, value) => sum + (value - total / clusters) ** 2, 0) / clusters;
  if (!(variance > 0)) return undefined;
  const z = total / Math.sqrt(clusters * variance);
  return { z, p: 2 * normalCumulative(-Math.abs(z)), clusters };
}

/** Lines of the fitted rows, and the log-likelihood of each cluster of rows. */
function clusterLikelihoods({ calibration: { samples, held }, recipe: { fit: options } }: FittedModel) {
  if (
    !held ||
    held.model.rows.isSampleWeighted ||
    held.model.rows.frequencies ||
    Object.keys(options.priors).length > 0
  )
    return undefined;
  const { bound, rows, observations, design: all } = held.model;
  const { at, fit } = samples[0]!.fitted;
  const design = designAt(all, at, rows, observations);
  const kernel = bound.kernel(at);
  const clusters = design.clusters!;
  const values = new Float64Array(clusters.reduce((most, cluster) => Math.max(most, cluster + 1), 0));
  if (bound.mixture) {
    const panel = panelOf(bound.mixture.byCluster ? ofClusters(design) : design);
    bound.mixture
      .logLikelihoods(design, kernel, fit.estimates, options)
      .forEach((value, k) => (values[clusters[panel.rows[k]![0]!]!]! += panel.weights[k]! * value));
  } else {
    const likelihood = totalLikelihood(design, kernel);
    const gradient = new Float64Array(likelihood.size);
    clusters.forEach((cluster, row) => (values[cluster]! += likelihood.addGradientOfRow(fit.estimates, row, gradient)));
  }
  return { lines: Array.from(at, (k) => rows.lines[observations.row[k]!]!), values };
}
