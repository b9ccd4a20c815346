import type { Calibration } from '../calibration.js';
import { designAt } from '../design/design-of.js';
import { ofClusters, panelOf } from '../mixtures/panel.js';
import type { CalibrationRecipe } from '../../authoring/recipe/parse-recipe.js';
import { observationsOf } from '../rows/table.js';
import { totalLikelihood } from '../total-likelihood.js';
import { normalCumulative } from '../../math/normal.js';
import { type Evidence, fitMeasures, type ModelComparison, type WorkflowDefinition } from '../../definition.js';
import { decimals8, digits8 } from '../evidence/round.js';
import { chiSquareTail } from '../../math/gamma.js';
import { isNested } from './is-nested.js';

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
  if (![first, second].every(maximizesLikelihood)) return undefined;
  const [a, b] = [clusterLikelihoods(first, 'fitted'), clusterLikelihoods(second, 'fitted')];
  if (!a || !b || a.lines.join() !== b.lines.join()) return undefined;
  const differences = a.values.map((value, k) => value - b.values[k]!);
  const clusters = differences.length;
  const total = differences.reduce((sum, value) => sum + value, 0);
  const variance = differences.reduce((sum, value) => sum + (value - total / clusters) ** 2, 0) / clusters;
  if (!(variance > 0)) return undefined;
  const z = total / Math.sqrt(clusters * variance);
  return { z, p: 2 * normalCumulative(-Math.abs(z)), clusters };
}

/** Whether the estimates maximize the likelihood of independent rows without weights. */
function maximizesLikelihood({ calibration: { held }, recipe: { fit } }: FittedModel): boolean {
  const { rows } = held?.model ?? {};
  return !rows?.isSampleWeighted && !rows?.frequencies && Object.keys(fit.priors).length === 0;
}

type ComparedModel = ModelComparison['models'][number];

/**
 * Compares the fits of two models of the same data.
 *
 * @returns undefined if the fits are not comparable: other data, another split, or no fit of the same sample
 */
export function compareFits(a: WorkflowDefinition, b: WorkflowDefinition): ModelComparison | undefined {
  if (!isSameData(a.evidence, b.evidence)) return undefined;
  const sample = (['full', 'train'] as const).find((name) => fitMeasures(a, name) && fitMeasures(b, name));
  if (!sample || !isSameOutcome(a.evidence, b.evidence, sample)) return undefined;
  const models: ModelComparison['models'] = [comparedModel(a, sample), comparedModel(b, sample)];
  const { observations } = fitMeasures(a, sample)!;
  const isTested = models[0].parameters < models[1].parameters ? isNested(a, b) : isNested(b, a);
  return { sample, observations, models, likelihood_ratio: isTested ? likelihoodRatio(models) : null, vuong: null };
}

/** Compares two fitted models: their fits, their held-out log-likelihoods by respondent, and Vuong's test. */
export function compareFittedModels(first: FittedModel, second: FittedModel): ModelComparison | undefined {
  const comparison = compareFits(first.calibration.definition, second.calibration.definition);
  if (!comparison) return undefined;
  const { models } = comparison;
  const heldOut = heldOutLikelihoods(first, second)?.map(decimals8);
  const withHeldOut = (own: ComparedModel, position: number): ComparedModel => ({
    ...own,
    held_out_log_likelihood: heldOut?.[position] ?? null,
  });
  // Vuong's statistic has another distribution if one model is a special case of the other.
  const vuong = comparison.likelihood_ratio ? undefined : vuongTest(first, second);
  return {
    ...comparison,
    models: [withHeldOut(models[0], 0), withHeldOut(models[1], 1)],
    vuong: vuong ? { z: digits8(vuong.z), p: digits8(vuong.p), clusters: vuong.clusters } : null,
  };
}

/** Test of nested models. The estimates of models with priors or weights do not maximize a likelihood, so that no test applies to them. */
function likelihoodRatio(models: ModelComparison['models']): ModelComparison['likelihood_ratio'] {
  const [small, large] = [...models].sort((one, other) => one.parameters - other.parameters);
  const degreesOfFreedom = large!.parameters - small!.parameters;
  if (degreesOfFreedom === 0 || models.some(({ aic }) => aic === null)) return null;
  // A special case fits better only by the rounding of an optimizer.
  const statistic = Math.max(0, 2 * (large!.log_likelihood - small!.log_likelihood));
  return {
    statistic: decimals8(statistic),
    degrees_of_freedom: degreesOfFreedom,
    p: digits8(chiSquareTail(statistic, degreesOfFreedom)),
  };
}

function isSameData(a: Evidence, b: Evidence): boolean {
  const partsOf = ({ data, split, hold_out: held }: Evidence) => [
    data.observations,
    data.respondents,
    split.train_observations,
    split.test_observations,
    held.observations,
  ];
  const [own, other] = [partsOf(a), partsOf(b)];
  return own.every((part, k) => part === other[k]);
}

/** The log-likelihood of equal shares depends on the outcomes only: rankings have other outcomes than first choices. */
function isSameOutcome(a: Evidence, b: Evidence, sample: 'full' | 'train'): boolean {
  const [own, other] = [a, b].map(({ fits }) =>
    fits.find((fit) => fit.sample === sample)!.null_models.find(({ id }) => id === 'equal_shares'),
  );
  return !own || !other || own.log_likelihood === other.log_likelihood;
}

function comparedModel(definition: WorkflowDefinition, sample: 'full' | 'train'): ComparedModel {
  const { parameters, logLikelihood, mcfaddenR2, aic, bic } = fitMeasures(definition, sample)!;
  const orNull = (value: number | undefined) => (value === undefined ? null : decimals8(value));
  return {
    workflow_id: definition.workflow_id,
    version: definition.version,
    parameters,
    log_likelihood: logLikelihood,
    mcfadden_r2: orNull(mcfaddenR2),
    aic: orNull(aic),
    bic: orNull(bic),
    held_out: Object.fromEntries(definition.evidence.hold_out.scores.map(({ id, value }) => [id, value])),
    held_out_log_likelihood: null,
  };
}
