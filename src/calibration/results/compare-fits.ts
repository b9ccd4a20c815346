import { type Evidence, fitMeasures, type ModelComparison, type WorkflowDefinition } from '../../engine/definition.js';
import { decimals8, digits8 } from '../evidence/round.js';
import { chiSquareTail } from '../../engine/math/chi-square.js';
import { type FittedModel, heldOutLikelihoods } from './cluster-likelihoods.js';
import { isNested } from './is-nested.js';
import { vuongTest } from './vuong-test.js';

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
