import type { Evidence, WorkflowDefinition } from '../../engine/definition.js';
import { type FitMeasures, fitMeasures } from '../../engine/summary/fit-measures.js';
import { chiSquareTail } from '../numbers/chi-square.js';

/** Measures of one model, and scores of the same held-out rows, by id. Less is better, except for accuracy. */
export type ComparedMeasures = FitMeasures & { readonly heldOut: ReadonlyMap<string, number> };

/** Two models of the same data. */
export interface FitComparison {
  /** Whether a model has priors. Its estimates do not maximize the likelihood, so that tests and information criteria do not apply. */
  readonly hasPriors: boolean;
  readonly sample: 'full' | 'train';
  readonly observations: number;
  readonly measures: readonly [ComparedMeasures, ComparedMeasures];
  /**
   * Likelihood ratio test of the model with fewer parameters against the other, which is valid if it is a special case of it. Undefined for
   * equally many parameters, and for models with priors.
   */
  readonly ratio?: { readonly statistic: number; readonly degreesOfFreedom: number; readonly p: number };
}

/**
 * Compares the fits of two models of the same data.
 *
 * @returns undefined if the fits are not comparable: other data, another split, or no fit of the same sample
 */
export function compareFits(a: WorkflowDefinition, b: WorkflowDefinition): FitComparison | undefined {
  if (!isSameData(a.evidence, b.evidence)) return undefined;
  const sample = (['full', 'train'] as const).find((name) => measuresOf(a, name) && measuresOf(b, name));
  if (!sample || !isSameOutcome(a.evidence, b.evidence, sample)) return undefined;
  const measures = [measuresOf(a, sample)!, measuresOf(b, sample)!] as const;
  const { observations } = measures[0];
  const [small, large]: FitMeasures[] = [...measures].sort((one, other) => one.parameters - other.parameters);
  const degreesOfFreedom = large!.parameters - small!.parameters;
  const hasPriors = [a, b].some(({ evidence }) => evidence.estimates.some(({ prior }) => prior));
  if (degreesOfFreedom === 0 || hasPriors) return { hasPriors, sample, observations, measures };
  // A model with fewer parameters that fits better is not a special case of the other.
  const statistic = Math.max(0, 2 * (large!.logLikelihood - small!.logLikelihood));
  return {
    hasPriors,
    sample,
    observations,
    measures,
    ratio: { statistic, degreesOfFreedom, p: chiSquareTail(statistic, degreesOfFreedom) },
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

function measuresOf(definition: WorkflowDefinition, sample: 'full' | 'train'): ComparedMeasures | undefined {
  const measures = fitMeasures(definition, sample);
  const heldOut = new Map(definition.evidence.hold_out.scores.map(({ id, value }) => [id, value]));
  return measures && { ...measures, heldOut };
}
