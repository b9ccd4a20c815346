import { ENGINE_VERSION, type Evidence, type PopulationDefinition } from '../../definition.js';
import type { RecommendedAgents } from '../../fitting/evidence/recommended-agents.js';
import { fitOfFamily } from '../../fitting/fit-of.js';
import type { DraftDefinition } from './recipe.schema.js';

/** Values that calibration adds to a draft definition. */
export interface CalibratedValues {
  readonly estimates: ReadonlyMap<string, number>;
  /** The decision of the draft with its calibrated parts, for families that have more than estimates. */
  readonly decision?: Readonly<Record<string, unknown>>;
  readonly population: Pick<PopulationDefinition, 'attributes' | 'joint' | 'correlation' | 'min_respondents'> &
    Partial<RecommendedAgents>;
  readonly evidence: Evidence;
  /** Range of each numeric parameter that the data support. Default: those of the draft, or the default value. */
  readonly ranges?: ReadonlyMap<string, readonly [number, number]>;
}

type UnknownRecord = Record<string, unknown>;

/** The number of agents follows from the calibrated definition. */
const placeholderAgents: RecommendedAgents = {
  recommended_agent_count: 1_000,
  recommended_agent_count_reason: 'Not computed yet.',
};

/** Adds calibrated values to a draft. Returns a complete definition that is not yet parsed. */
export function fillDraft(draft: DraftDefinition, numbers: CalibratedValues): unknown {
  const { estimates, population, evidence, ranges = draftRanges(draft) } = numbers;
  const scenario = recordOf(draft.scenario);
  const { attributes, ...about } = recordOf(draft.population);
  const decision = numbers.decision ?? recordOf(draft.decision);
  return {
    ...draft,
    population: { ...about, ...placeholderAgents, ...(population.attributes ? {} : { attributes }), ...population },
    // The parameters of a draft are not checked yet, so they can have any type.
    ...(Array.isArray(scenario.parameters) && {
      scenario: {
        ...scenario,
        parameters: recordsOf(scenario.parameters).map((parameter) => {
          const range = ranges.get(String(parameter.id));
          return range ? { ...parameter, calibrated_range: [...range] } : parameter;
        }),
      },
    }),
    decision: {
      ...decision,
      coefficients: recordsOf(decision.coefficients).map((coefficient) => ({
        ...coefficient,
        estimate: coefficient.fixed ? coefficient.estimate : estimates.get(String(coefficient.id)),
      })),
    },
    evidence,
  };
}

/**
 * Adds placeholder values to a draft, so that it can be checked as a complete definition. Estimates ascend from above
 * 0, because thresholds must ascend; margins are even.
 */
export function fillWithPlaceholders(draft: DraftDefinition): unknown {
  const decision = recordOf(draft.decision);
  const coefficients = recordsOf(decision.coefficients).filter(({ fixed }) => !fixed);
  const placeholder = fitOfFamily(decision.family)?.calibratedParts?.placeholder;
  const estimates = new Map(coefficients.map(({ id }, k) => [String(id), (k + 1) / 1000]));
  const { attributes, ...rest } = recordOf(draft.population);
  const population = { ...rest, attributes: recordsOf(attributes).map(withEvenMargin) };
  return fillDraft(
    { ...draft, population },
    // The attributes of a draft are not checked yet, so they can have any type.
    {
      estimates,
      ...(placeholder && { decision: placeholder(decision) }),
      population: {} as CalibratedValues['population'],
      evidence: placeholderEvidence(draft, estimates),
    },
  );
}

/** Whether the draft contains the margin of an attribute. If so, the margin does not come from the data. */
export function hasOwnMargin(attribute: UnknownRecord): boolean {
  if ('quantiles' in attribute) return true;
  const categories = recordsOf(attribute.categories);
  return categories.length > 0 && categories.every((category) => 'probability' in category);
}

function withEvenMargin(attribute: UnknownRecord): UnknownRecord {
  if (hasOwnMargin(attribute)) return attribute;
  if (attribute.type === 'integer' || attribute.type === 'continuous')
    return { ...attribute, quantiles: { probabilities: [0, 1], values: [0, 1] } };
  const categories = recordsOf(attribute.categories);
  // Powers of 1/2 sum to exactly 1 for any number of categories.
  const share = (k: number) => 2 ** -Math.min(k + 1, categories.length - 1);
  return { ...attribute, categories: categories.map((category, k) => ({ ...category, probability: share(k) })) };
}

/** Ranges of numeric parameters without one in the draft: the default only. */
function draftRanges(draft: DraftDefinition): Map<string, readonly [number, number]> {
  return new Map(
    recordsOf(recordOf(draft.scenario).parameters).flatMap(({ id, default: baseline, calibrated_range: range }) =>
      range === undefined && typeof baseline === 'number' ? [[String(id), [baseline, baseline]] as const] : [],
    ),
  );
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

/** A copy of an object; an empty object for any other value. */
export function recordOf(value: unknown): UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Copies of the objects of an array; an empty array for any other value. */
export function recordsOf(value: unknown): UnknownRecord[] {
  return Array.isArray(value) ? value.map(recordOf) : [];
}
