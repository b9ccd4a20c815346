import { baselineScenario, parseDefinition, type WorkflowDefinition } from '../../src/engine/index.js';

/** What the market that is measured holds. */
export const ALTERNATIVES = 4;
export const ATTRIBUTES = 6;

const alternatives = Array.from({ length: ALTERNATIVES }, (_, j) => `option_${j}`);
const traits = Array.from({ length: ATTRIBUTES }, (_, m) => `trait_${m}`);

/** By attribute; the first two are means of random tastes. Made up: what is measured does not depend on them. */
const MEANS = [-1, 0.8, -0.5, 0.4, 0.3, -0.2];
const SPREADS = [0.6, 0.5];

/** Coefficients `[attribute * ALTERNATIVES + alternative]`: the same for every alternative. */
export const COEFFICIENTS = MEANS.flatMap((mean) => alternatives.map(() => mean));
export { SPREADS };

/** Four alternatives, each with six attributes that every agent sees other values of; two of the six tastes are random. */
export function marketDefinition(): WorkflowDefinition {
  const cells = traits.flatMap((trait) =>
    alternatives.map((alternative) => ({ id: `${trait}_${alternative}`, trait, alternative })),
  );
  const coefficients = [
    ...traits.map((id, m) => ({
      id,
      label: id,
      estimate: MEANS[m]!,
      ...(m < SPREADS.length && { taste: { distribution: 'normal', spread: `spread_${m}` } }),
    })),
    ...SPREADS.map((estimate, m) => ({ id: `spread_${m}`, label: `spread_${m}`, estimate })),
  ];
  const ids = coefficients.map(({ id }) => id);
  return parseDefinition({
    workflow_id: 'bench-market',
    version: '1.0.0',
    name: 'Market of the bench',
    summary: 'Four alternatives with six attributes each and two random tastes.',
    domain: 'bench',
    routing: { examples: ['Which option do they take?'], not_for: ['Anything else?'] },
    population: {
      description: 'Made up.',
      source: 'Made up.',
      date: '2026',
      recommended_agent_count: 10_000,
      recommended_agent_count_reason: 'What the bench runs.',
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

/** The market with one price moved, so that scenario and baseline are both run. */
export function movedScenario(definition: WorkflowDefinition) {
  return { ...baselineScenario(definition), factor: 0.8 };
}
