// cspell:ignore licence (a field of the definition)
import { personColumns, populationDraft } from './population.js';

type Json = Readonly<Record<string, unknown>>;

/** Parts of a calibration recipe that differ between the cases. */
export interface RecipeParts {
  readonly name: string;
  readonly parameters: readonly Json[];
  readonly decision: Json;
  /** Columns of the parameters, states and outcomes. */
  readonly columns: Json;
  /** Other fields of `data`. */
  readonly data?: Json;
  readonly fit?: Json;
  /** Ids of the variables of the decision. Default: none. */
  readonly variables?: readonly string[];
  /** Attributes in addition to those of the population. Default: none. */
  readonly attributes?: readonly Json[];
  /** Whether respondents have attributes. Default: true. */
  readonly hasAttributes?: boolean;
}

/** A complete calibration recipe with minimal texts. */
export function recipeOf(parts: RecipeParts): Json {
  const {
    name,
    parameters,
    decision,
    columns,
    data,
    fit,
    variables = [],
    attributes = [],
    hasAttributes = true,
  } = parts;
  return {
    definition: {
      workflow_id: `coverage-${name.replaceAll('_', '-')}`,
      version: '1.0.0',
      name: `Coverage: ${name}`,
      summary: 'Simulated data from known coefficients.',
      domain: 'benchmark',
      routing: { examples: ['Which share chooses this?'], not_for: ['What is the weather?'] },
      population: {
        ...populationDraft,
        attributes: hasAttributes ? [...populationDraft.attributes, ...attributes] : [],
      },
      scenario: { parameters, assignments: [] },
      decision,
      evidence: {
        data: {
          title: 'Simulated data',
          citation: 'None.',
          file: 'simulated.csv',
          licence: 'None.',
          collected: '2026',
          sample: 'Simulated respondents.',
          kind: 'experiment',
          causal: 'All effects are causal, because the model of the data is known.',
        },
        limits: ['Simulated data.'],
        calibrated_on: '2026-01-01',
      },
      narrative: {
        introduction: [{ text: hasAttributes ? 'I am {age} old.' : 'I take part in a survey.' }],
        situation: [],
        variables: Object.fromEntries(variables.map((id) => [id, { text: 'costs {value}' }])),
        assignments: {},
        reasons: [],
        levers: Object.fromEntries(parameters.map(({ id }) => [String(id), { text: 'With {new} instead of {old}' }])),
        outcome: {
          chosen: 'I choose {alternative}',
          would: 'I would choose {alternative}',
          would_have: 'I would have chosen {alternative}',
        },
        peers: 'respondents like me',
        baseline: 'At the baseline',
      },
    },
    data: {
      columns: { ...(hasAttributes && personColumns), ...columns },
      respondent: 'id',
      split: { column: 'split', train: 'train', test: 'test' },
      ...data,
    },
    fit: { sample: 'full', ...fit },
  };
}

export const letters = ['none', 'plain', 'friendly'] as const;

/** A letter that is assigned at random. */
export const letterParameter = {
  type: 'choice',
  id: 'letter',
  label: 'Letter',
  description: 'Letter of the respondent.',
  default: 'none',
  options: letters.map((id) => ({ id, label: `Letter: ${id}`, phrase: `letter ${id}` })),
};

export const letterColumn = { 'parameter.letter': { column: 'letter' } };

export const factorParameter = (id: string, description: string) => ({
  type: 'number',
  id,
  label: id,
  description,
  unit: 'times',
  default: 1,
  minimum: 0.2,
  maximum: 3,
  calibrated_range: [0.5, 1.5],
});

/** Coefficients of the predictor that the families with one predictor share. */
export const predictorIds = ['plain', 'friendly', 'member', 'age', 'friendly_member'] as const;

const isLetter = (letter: string) => ({ indicator: { parameter: 'letter', in: [letter] } });
const isMember = { indicator: { attribute: 'member', in: ['yes'] } };

/** Terms of a predictor of letter, membership and age, with an optional prefix of their ids and an equation. */
export function predictorTerms(prefix = '', extra: Json = {}): Json[] {
  const factors: Record<(typeof predictorIds)[number], Json[]> = {
    plain: [isLetter('plain')],
    friendly: [isLetter('friendly')],
    member: [isMember],
    age: [{ attribute: 'age' }],
    friendly_member: [isLetter('friendly'), isMember],
  };
  return predictorIds.map((id) => ({
    id: `${prefix}${id}`,
    label: `${prefix}${id}`,
    coefficient: `${prefix}${id}`,
    scale: id === 'age' ? 0.1 : 1,
    factors: factors[id],
    ...extra,
  }));
}

export const constantTerm = (id = 'constant', extra: Json = {}): Json => ({
  id,
  label: id,
  coefficient: id,
  scale: 1,
  factors: [],
  ...extra,
});

export const coefficientsOf = (ids: readonly string[]): Json[] => ids.map((id) => ({ id, label: id }));
export const outcomesOf = (ids: readonly string[]): Json[] => ids.map((id) => ({ id, label: id, noun: id }));
