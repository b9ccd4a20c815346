import { type CategoryAttribute, type PopulationDefinition } from '../definition/population.schema.js';
import { checkPopulation } from './check-population.js';
import { IssueList } from '../definition/issue-list.js';

const category = (id: string, probability: number) => ({ id, label: id, probability });

function soundPopulation(): PopulationDefinition {
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
  const population = soundPopulation() as Broken;
  change(population);
  const list = new IssueList();
  checkPopulation(list, population);
  return list.issues.map(({ path, message }) => `${path}: ${message}`);
}

const visits = (population: Broken) =>
  (population.attributes[0] as unknown as { quantiles: { probabilities: number[] } }).quantiles;

const broken: [string, (population: Broken) => unknown, string][] = [
  [
    'a joint table of an unknown attribute',
    (p) => (p.joint.attributes[1] = 'age'),
    'population.joint.attributes.1: unknown attribute "age"; known: visits, sex, size',
  ],
  [
    'a joint table of an attribute without categories',
    (p) => (p.joint.attributes[1] = 'visits'),
    'population.joint.attributes.1: attribute "visits" has no categories to count',
  ],
  [
    'a joint table that names an attribute twice',
    (p) => (p.joint.attributes[1] = 'sex'),
    'population.joint.attributes: must name each attribute once',
  ],
  [
    'a joint attribute with a latent order of its own',
    (p) => ((p.attributes[1] as CategoryAttribute).latent_order = ['male', 'female']),
    'population.joint.attributes.0: "sex" has a latent order',
  ],
  [
    'a cell that lacks a code',
    (p) => p.joint.cells[1]!.pop(),
    'population.joint.cells.1: has 1 codes for the 2 attributes',
  ],
  [
    'a cell of a category that is not there',
    (p) => (p.joint.cells[2]![0] = 2),
    'population.joint.cells.2.0: "sex" has no category number 2; they go from 0 to 1',
  ],
  ['a cell given twice', (p) => (p.joint.cells[1] = [0, 0]), 'population.joint.cells.1: the cell [0,0] is given twice'],
  [
    'fewer probabilities than cells',
    (p) => p.joint.probabilities.pop(),
    'population.joint: has 3 cells but 2 probabilities',
  ],
  [
    'cells that do not sum to 1',
    (p) => (p.joint.probabilities[2] = 0.5),
    'population.joint.probabilities: the cells of the joint table sum to 1.1, not to 1',
  ],
  [
    'margins that are not those of the cells',
    (p) => (p.joint.probabilities = [0.3, 0.2, 0.5]),
    'population.joint: its cells give "female" of "sex" the probability 0.5, the attribute says 0.6',
  ],
  [
    'a correlation that counts the joint attributes one by one',
    (p) => (p.correlation = [1, 2, 3].map((row) => [1, 2, 3].map((column) => Number(row === column)))),
    'population.correlation: must be 2 × 2, a row and a column for each attribute, those of the joint table counting as one',
  ],
  [
    'probabilities of quantiles that fall',
    (p) => (visits(p).probabilities = [0, 0.5, 0.4, 0.9, 1]),
    'population.attributes.0.quantiles.probabilities: must not fall',
  ],
  [
    'a jump of quantiles in three steps',
    (p) => (visits(p).probabilities = [0, 0.4, 0.4, 0.4, 1]),
    'population.attributes.0.quantiles.probabilities: must be given at most twice each (a jump), and 0 and 1 once',
  ],
  [
    'a jump of quantiles at the very end',
    (p) => (visits(p).probabilities = [0, 0.4, 0.4, 1, 1]),
    'population.attributes.0.quantiles.probabilities: must be given at most twice each (a jump), and 0 and 1 once',
  ],
];

describe('checkPopulation', () => {
  it('accepts jumps in quantiles, and a joint table that counts as one attribute of the copula', () => {
    expect(issuesAfter(() => undefined)).toEqual([]);
  });

  it.each(broken)('refuses %s, and says where', (_, change, expected) => {
    expect(issuesAfter(change)).toEqual(expect.arrayContaining([expect.stringContaining(expected)]));
  });
});
