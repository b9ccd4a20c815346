import type { CategoryAttribute, PopulationDefinition } from '../definition/population.schema.js';
import { checkPopulation } from './check-population.js';
import { IssueList } from '../definition/issue-list.js';

const category = (id: string, probability: number) => ({ id, label: id, probability });

function validPopulation(): PopulationDefinition {
  return {
    description: 'Made up',
    source: 'Made up',
    date: '2000',
    recommended_agent_count: 100,
    recommended_agent_count_reason: 'Made up',
    attributes: [
      {
        type: 'integer',
        id: 'visits',
        label: 'Visits',
        unit: 'visits',
        quantiles: { probabilities: [0, 0.4, 0.4, 0.9, 1], values: [0, 0, 10, 10, 20] },
      },
      { type: 'categorical', id: 'sex', label: 'Sex', categories: [category('female', 0.6), category('male', 0.4)] },
      { type: 'ordinal', id: 'size', label: 'Size', categories: [category('one', 0.3), category('two', 0.7)] },
    ],
    joint: {
      attributes: ['sex', 'size'],
      cells: [
        [0, 0],
        [0, 1],
        [1, 1],
      ],
      probabilities: [0.3, 0.3, 0.4],
    },
    correlation: [
      [1, 0.5],
      [0.5, 1],
    ],
  };
}

type Broken = PopulationDefinition & { joint: NonNullable<PopulationDefinition['joint']> };

function issuesAfter(change: (population: Broken) => unknown): string[] {
  const population = validPopulation() as Broken;
  change(population);
  const list = new IssueList();
  checkPopulation(list, population);
  return list.issues.map(({ path, message }) => `${path}: ${message}`);
}

const visits = (population: Broken) =>
  (population.attributes[0] as unknown as { quantiles: { probabilities: number[] } }).quantiles;

const broken: [string, (population: Broken) => unknown, string][] = [
  [
    'a joint table with an unknown attribute',
    (p) => (p.joint.attributes[1] = 'age'),
    'population.joint.attributes.1: unknown attribute "age"; known: visits, sex, size',
  ],
  [
    'a joint table with an attribute without categories',
    (p) => (p.joint.attributes[1] = 'visits'),
    'population.joint.attributes.1: attribute "visits" has no categories; remove it from the joint table',
  ],
  [
    'a joint table that lists an attribute twice',
    (p) => (p.joint.attributes[1] = 'sex'),
    'population.joint.attributes: must list each attribute only once',
  ],
  [
    'a joint table with an attribute that has a latent order',
    (p) => ((p.attributes[1] as CategoryAttribute).latent_order = ['male', 'female']),
    'population.joint.attributes.0: "sex" has a latent order',
  ],
  [
    'a cell that lacks a code',
    (p) => p.joint.cells[1]!.pop(),
    'population.joint.cells.1: has 1 codes, but the joint table has 2 attributes; list one code per attribute',
  ],
  [
    'a cell with an unknown category',
    (p) => (p.joint.cells[2]![0] = 2),
    'population.joint.cells.2.0: "sex" has no category 2; use a code from 0 to 1',
  ],
  ['a repeated cell', (p) => (p.joint.cells[1] = [0, 0]), 'population.joint.cells.1: cell [0,0] is defined twice'],
  [
    'fewer probabilities than cells',
    (p) => p.joint.probabilities.pop(),
    'population.joint: has 3 cells but 2 probabilities',
  ],
  [
    'cells that do not sum to 1',
    (p) => (p.joint.probabilities[2] = 0.5),
    'population.joint.probabilities: the probabilities of the cells sum to 1.1 instead of 1',
  ],
  [
    'attribute probabilities that differ from the margins of the joint table',
    (p) => (p.joint.probabilities = [0.3, 0.2, 0.5]),
    'population.joint: the cells of "female" of "sex" sum to 0.5, but the attribute has 0.6',
  ],
  [
    'a correlation matrix with one row per attribute of the joint table',
    (p) => (p.correlation = [1, 2, 3].map((row) => [1, 2, 3].map((column) => Number(row === column)))),
    'population.correlation: must be 2 × 2: one row and one column per attribute. The joint table counts as one attribute',
  ],
  [
    'decreasing probabilities of quantiles',
    (p) => (visits(p).probabilities = [0, 0.5, 0.4, 0.9, 1]),
    'population.attributes.0.quantiles.probabilities: must not decrease',
  ],
  [
    'a probability of quantiles listed three times',
    (p) => (visits(p).probabilities = [0, 0.4, 0.4, 0.4, 1]),
    'population.attributes.0.quantiles.probabilities: must contain 0 and 1 only once, and every other probability at most twice (a jump)',
  ],
  [
    'a jump of quantiles at probability 1',
    (p) => (visits(p).probabilities = [0, 0.4, 0.4, 1, 1]),
    'population.attributes.0.quantiles.probabilities: must contain 0 and 1 only once, and every other probability at most twice (a jump)',
  ],
];

describe('checkPopulation', () => {
  it('Jumps in quantiles and a joint table that counts as one attribute of the copula are accepted', () => {
    expect(issuesAfter(() => undefined)).toEqual([]);
  });

  it.each(broken)('checkPopulation rejects %s and reports its path', (_, change, expected) => {
    expect(issuesAfter(change)).toEqual(expect.arrayContaining([expect.stringContaining(expected)]));
  });
});
