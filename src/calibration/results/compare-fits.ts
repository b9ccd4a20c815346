import type { Evidence, WorkflowDefinition } from '../../engine/definition.js';
import { chiSquareTail } from '../numbers/chi-square.js';

/** Measures of the fit of one model. */
export interface FitMeasures {
  readonly parameters: number;
  readonly logLikelihood: number;
  /** Compared with the model that has constants only. */
  readonly mcfaddenR2: number | undefined;
  /** Akaike's information criterion, 2k - 2 ln L: less is better. */
  readonly aic: number;
  /** Bayesian information criterion, k ln n - 2 ln L: less is better. */
  readonly bic: number;
  /** Scores of the same held-out rows, by id. Less is better, except for accuracy. */
  readonly heldOut: ReadonlyMap<string, number>;
}

/** Two models of the same data. */
export interface FitComparison {
  readonly sample: 'full' | 'train';
  readonly observations: number;
  readonly measures: readonly [FitMeasures, FitMeasures];
  /**
   * Likelihood ratio test of the model with fewer parameters against the other, which is valid if it is a special case of it. Undefined for
   * equally many parameters.
   */
  readonly ratio?: { readonly statistic: number; readonly degreesOfFreedom: number; readonly p: number };
}

/**
 * Compares the fits of two models of the same data.
 * Sources: Akaike, "A new look at the statistical model identification" (1974); Schwarz, "Estimating the dimension of a model" (1978).
 *
 * @returns undefined if the fits are not comparable: other data, another split, or no fit of the same sample
 */
export function compareFits(a: WorkflowDefinition, b: WorkflowDefinition): FitComparison | undefined {
  if (!isSameData(a.evidence, b.evidence)) return undefined;
  const sample = (['full', 'train'] as const).find((name) => fitOf(a, name) && fitOf(b, name));
  if (!sample) return undefined;
  const measures = [measuresOf(a, sample), measuresOf(b, sample)] as const;
  const { observations } = fitOf(a, sample)!;
  const [small, large] = [...measures].sort((one, other) => one.parameters - other.parameters) as [
    FitMeasures,
    FitMeasures,
  ];
  const degreesOfFreedom = large.parameters - small.parameters;
  if (degreesOfFreedom === 0) return { sample, observations, measures };
  // A model with fewer parameters that fits better is not a special case of the other.
  const statistic = Math.max(0, 2 * (large.logLikelihood - small.logLikelihood));
  return {
    sample,
    observations,
    measures,
    ratio: { statistic, degreesOfFreedom, p: chiSquareTail(statistic, degreesOfFreedom) },
  };
}

const fitOf = ({ evidence }: WorkflowDefinition, sample: 'full' | 'train') =>
  evidence.fits.find((fit) => fit.sample === sample);

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

function measuresOf(definition: WorkflowDefinition, sample: 'full' | 'train'): FitMeasures {
  const { log_likelihood: logLikelihood, observations, null_models: nulls } = fitOf(definition, sample)!;
  const parameters = definition.decision.coefficients.filter(({ fixed }) => !fixed).length;
  return {
    parameters,
    logLikelihood,
    mcfaddenR2: nulls.find(({ id }) => id === 'constants_only')?.mcfadden_r2,
    aic: 2 * parameters - 2 * logLikelihood,
    bic: parameters * Math.log(observations) - 2 * logLikelihood,
    heldOut: new Map(definition.evidence.hold_out.scores.map(({ id, value }) => [id, value])),
  };
}
