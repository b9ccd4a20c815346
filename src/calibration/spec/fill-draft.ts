import { type Evidence } from '../../engine/definition/evidence.schema.js';
import { type PopulationDefinition } from '../../engine/definition/population.schema.js';
import { ENGINE_VERSION } from '../../engine/version.js';
import { fitOfFamily } from '../families/fit-of.js';
import { type DraftDefinition } from './spec.schema.js';

/** The numbers that calibration adds to the words of a definition. */
export interface Numbers {
  /** By coefficient. */
  readonly estimates: ReadonlyMap<string, number>;
  /** The author's decision with what else was found for it, where its family finds more than estimates. */
  readonly decision?: Readonly<Record<string, unknown>>;
  readonly population: Pick<PopulationDefinition, 'attributes' | 'joint' | 'correlation'>;
  readonly evidence: Evidence;
}

type Loose = Record<string, unknown>;

/** The draft with its numbers: a whole definition, still to be parsed. */
export function fillDraft(draft: DraftDefinition, numbers: Numbers): unknown {
  const { estimates, population, evidence } = numbers;
  const decision = numbers.decision ?? looseOf(draft.decision);
  return {
    ...draft,
    population: { ...looseOf(draft.population), ...population },
    decision: {
      ...decision,
      coefficients: listOf(decision.coefficients).map((coefficient) => ({
        ...coefficient,
        estimate: coefficient.fixed ? coefficient.estimate : estimates.get(String(coefficient.id)),
      })),
    },
    evidence,
  };
}

/**
 * A draft with numbers that stand for those to be found, so that it can be checked as a whole definition is: estimates that rise from
 * above 0 (thresholds must rise), even margins.
 */
export function fillWithPlaceholders(draft: DraftDefinition): unknown {
  const decision = looseOf(draft.decision);
  const coefficients = listOf(decision.coefficients).filter(({ fixed }) => !fixed);
  const placeholder = fitOfFamily(decision.family)?.found?.placeholder;
  const estimates = new Map(coefficients.map(({ id }, k) => [String(id), (k + 1) / 1000]));
  const { attributes, ...people } = looseOf(draft.population);
  const population = { ...people, attributes: listOf(attributes).map(withEvenMargin) };
  return fillDraft(
    { ...draft, population },
    // The attributes are not checked yet: a draft may have anything in their place.
    {
      estimates,
      ...(placeholder && { decision: placeholder(decision) }),
      population: {} as Numbers['population'],
      evidence: placeholderEvidence(draft, estimates),
    },
  );
}

/** Whether the author gives the margin of an attribute, which is not read from the data then. */
export function hasOwnMargin(attribute: Loose): boolean {
  if ('quantiles' in attribute) return true;
  const categories = listOf(attribute.categories);
  return categories.length > 0 && categories.every((category) => 'probability' in category);
}

function withEvenMargin(attribute: Loose): Loose {
  if (hasOwnMargin(attribute)) return attribute;
  if (attribute.type === 'integer' || attribute.type === 'continuous')
    return { ...attribute, quantiles: { probabilities: [0, 1], values: [0, 1] } };
  const categories = listOf(attribute.categories);
  // Exact halves, so that they sum to 1 however many there are.
  const share = (k: number) => 2 ** -Math.min(k + 1, categories.length - 1);
  return { ...attribute, categories: categories.map((category, k) => ({ ...category, probability: share(k) })) };
}

function placeholderEvidence(draft: DraftDefinition, estimates: ReadonlyMap<string, number>): Evidence {
  const { data, limits } = draft.evidence;
  return {
    data: { ...data, respondents: 0, observations: 0 },
    split: { method: 'none', train_observations: 0, train_respondents: 0, test_observations: 0, test_respondents: 0 },
    fits: [{ method: 'none', sample: 'train', observations: 0, log_likelihood: 0, null_models: [] }],
    estimates: Array.from(estimates, ([coefficient, estimate]) => ({ coefficient, estimate, standard_error: 0 })),
    hold_out: { observations: 0, respondents: 0, scores: [{ id: 'log_loss', value: 0 }], outcomes: [], segments: [] },
    limits,
    calibrated_on: '2000-01-01',
    calibrated_with: 'none',
    engine_version: ENGINE_VERSION,
  };
}

export function looseOf(value: unknown): Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function listOf(value: unknown): Loose[] {
  return Array.isArray(value) ? value.map(looseOf) : [];
}
