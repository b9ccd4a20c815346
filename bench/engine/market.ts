// cspell:ignore licence (a field of the definition)
import { baselineScenario, type WorkflowDefinition } from '../../model/definition.js';
import { parseDefinition } from '../../model/simulate.js';

/** Size of the measured market. */
export const alternativeCount = 4;
export const traitCount = 6;

const alternatives = Array.from({ length: alternativeCount }, (_, j) => `option_${j}`);
const traits = Array.from({ length: traitCount }, (_, m) => `trait_${m}`);

/** Coefficients by attribute. The first two are means of random tastes. The values are arbitrary and do not affect the figures. */
const means = [-1, 0.8, -0.5, 0.4, 0.3, -0.2];
export const spreads = [0.6, 0.5];

/** Coefficients `[attribute * alternativeCount + alternative]`, the same for every alternative. */
export const coefficientValues = means.flatMap((mean) => alternatives.map(() => mean));

/** Workflow with four alternatives and six attributes of each. The values differ between agents, and two of the six tastes are random. */
export function marketDefinition(): WorkflowDefinition {
  const cells = traits.flatMap((trait) =>
    alternatives.map((alternative) => ({ id: `${trait}_${alternative}`, trait, alternative })),
  );
  const coefficients = [
    ...traits.map((id, m) => ({
      id,
      label: id,
      estimate: means[m]!,
      ...(m < spreads.length && { taste: { distribution: 'normal', spread: `spread_${m}` } }),
    })),
    ...spreads.map((estimate, m) => ({ id: `spread_${m}`, label: `spread_${m}`, estimate })),
  ];
  const ids = coefficients.map(({ id }) => id);
  return parseDefinition({
    workflow_id: 'bench-market',
    version: '1.0.0',
    name: 'Benchmark market',
    summary: 'Four alternatives with six attributes each and two random tastes.',
    domain: 'bench',
    routing: { examples: ['Which option do they take?'], not_for: ['Anything else?'] },
    population: {
      description: 'Made up.',
      source: 'Made up.',
      date: '2026',
      recommended_agent_count: 10_000,
      recommended_agent_count_reason: 'Size of the benchmark.',
      attributes: cells.map(({ id }) => ({
        type: 'continuous',
        id,
        label: id,
        unit: 'units',
        quantiles: { probabilities: [0, 1], values: [0, 4] },
      })),
    },
    scenario: {
      parameters: [
        {
          id: 'factor',
          label: 'Trait 0 of option 0',
          description: 'Multiplies it.',
          unit: '×',
          type: 'number',
          default: 1,
          minimum: 0,
          maximum: 2,
          calibrated_range: [0.5, 1.5],
        },
      ],
      assignments: [],
    },
    decision: {
      family: 'conditional_logit',
      id: 'option',
      label: 'Option',
      alternatives: alternatives.map((id) => ({ id, label: id, noun: id })),
      variables: [],
      coefficients,
      terms: cells.map(({ id, trait, alternative }, k) => ({
        id,
        label: id,
        coefficient: trait,
        scale: 1,
        alternatives: [alternative],
        factors: [{ attribute: id }, ...(k === 0 ? [{ parameter: 'factor' }] : [])],
      })),
    },
    evidence: evidenceOf(coefficients),
    narrative: {
      introduction: [{ text: 'I am one of many.' }],
      situation: [],
      variables: {},
      assignments: {},
      reasons: [],
      levers: { factor: { text: 'With {new} instead of {old}' } },
      outcome: {
        chosen: 'I take {alternative}',
        would: 'I would take {alternative}',
        would_have: 'I would have taken {alternative}',
      },
      peers: 'people',
      baseline: 'As it is',
    },
  });

  function evidenceOf(estimates: typeof coefficients) {
    return {
      data: {
        title: 'None',
        citation: 'None',
        file: 'none',
        licence: 'none',
        collected: '2026',
        sample: 'none',
        respondents: 0,
        observations: 0,
        kind: 'stated_preference',
        causal: 'Nothing is.',
      },
      split: { method: 'none', train_observations: 0, train_respondents: 0, test_observations: 0, test_respondents: 0 },
      fits: [{ method: 'none', sample: 'train', observations: 0, log_likelihood: 0, null_models: [] }],
      estimates: estimates.map(({ id, estimate }) => ({ coefficient: id, estimate, standard_error: 0.05 })),
      covariance: {
        method: 'none',
        coefficients: ids,
        matrix: ids.map((_, i) => ids.map((__, j) => (i === j ? 0.0025 : 0))),
      },
      hold_out: { observations: 0, respondents: 0, scores: [{ id: 'log_loss', value: 0 }], outcomes: [], segments: [] },
      limits: ['It is made up.'],
      calibrated_on: '2026-01-01',
      calibrated_with: 'nothing',
      engine_version: 'none',
    };
  }
}

/** Scenario with one changed parameter, so that the engine runs both scenario and baseline. */
export function changedScenario(definition: WorkflowDefinition) {
  return { ...baselineScenario(definition), factor: 0.8 };
}
