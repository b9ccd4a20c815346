/** The parts of a recipe that differ between tests. */
export interface RecipeParts {
  readonly attributes: readonly Record<string, unknown>[];
  readonly parameters?: readonly { readonly id: string; readonly [more: string]: unknown }[];
  readonly assignments?: readonly Record<string, unknown>[];
  readonly decision: Record<string, unknown>;
  readonly data: Record<string, unknown>;
  readonly fit?: Record<string, unknown>;
}

/** A complete recipe document with placeholder texts. */
export function recipeDocument({
  attributes,
  parameters = [],
  assignments = [],
  decision,
  data,
  fit = {},
}: RecipeParts) {
  return {
    definition: {
      workflow_id: 'made-for-a-test',
      version: '1.0.0',
      name: 'Made for a test',
      summary: 'Made for a test.',
      domain: 'tests',
      routing: { examples: ['What happens?'], not_for: ['What does not?'] },
      population: {
        description: 'People of a test.',
        source: 'A test.',
        date: '2025',
        attributes,
      },
      scenario: { parameters, assignments },
      decision: { id: 'decision', label: 'Decision', ...decision },
      evidence: {
        data: {
          title: 'Data of a test',
          citation: 'None.',
          file: 'data.csv',
          licence: 'None.',
          collected: '2025',
          sample: 'All respondents.',
          kind: 'experiment',
          causal: 'Arms were drawn by lot.',
        },
        limits: ['It is a test.'],
        calibrated_on: '2025-01-01',
      },
      narrative: {
        introduction: [{ text: 'I am a person of a test.' }],
        situation: [],
        variables: {},
        assignments: {},
        reasons: [],
        levers: Object.fromEntries(parameters.map(({ id }) => [id, { text: `With {new} of ${id}` }])),
        outcome: {
          chosen: 'I choose {alternative}',
          would: 'I would choose {alternative}',
          would_have: 'I would have chosen {alternative}',
        },
        peers: 'people in my place',
        baseline: 'As in the test',
      },
    },
    data: { split: { column: 'split', train: 'train', test: 'test' }, ...data },
    // The least number of replicates keeps the tests fast.
    fit: { population_replicates: 20, ...fit },
  };
}

const labeled = (id: string) => ({ id, label: id });

/** An attribute with categories. */
export const categories = (id: string, ...ids: string[]) => ({
  type: 'categorical',
  ...labeled(id),
  categories: ids.map(labeled),
});

/** An attribute that is a number. */
export const number = (id: string, type: 'integer' | 'continuous' = 'continuous') => ({
  type,
  ...labeled(id),
  unit: 'units',
});

/** A parameter with options. The first option is the baseline. */
export const choiceParameter = (id: string, ...options: string[]) => ({
  type: 'choice',
  ...labeled(id),
  description: id,
  default: options[0]!,
  options: options.map((option) => ({ ...labeled(option), phrase: option })),
});

/** A parameter that is a number. */
export const numberParameter = (id: string, defaultValue: number, minimum: number, maximum: number) => ({
  type: 'number',
  ...labeled(id),
  description: id,
  unit: 'units',
  default: defaultValue,
  minimum,
  maximum,
});

export const outcome = (id: string) => ({ ...labeled(id), noun: id });

type Factor = Record<string, unknown>;

export const indicator = (kind: 'attribute' | 'parameter' | 'state', id: string, ...options: string[]): Factor => ({
  indicator: { [kind]: id, in: options },
});

/** One coefficient and one term per entry: coefficient id to factors of the term. */
export function linear(terms: Record<string, readonly Factor[]>, place: Record<string, unknown> = {}) {
  return {
    coefficients: Object.keys(terms).map(labeled),
    terms: Object.entries(terms).map(([id, factors]) => ({
      ...labeled(id),
      coefficient: id,
      scale: 1,
      factors,
      ...place,
    })),
  };
}
