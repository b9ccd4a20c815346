import { type Attribute, hasCategories, IssueList, type PopulationDefinition } from '../../definition.js';
import { checkPopulation } from '../../validation/check-population.js';
import { compilePopulation } from '../../population/compile-population.js';
import { samplePopulation } from '../../population/sample-population.js';
import { streamKey } from '../../random/stream-key.js';
import { fitPopulation } from './fit-population.js';
import type { ObservedAttribute, ObservedCategories, ObservedPopulation } from './fit-margins.js';
import { rankColumn, rankCorrelation } from './ranks.js';

const about = {
  description: 'Made up',
  source: 'Made up',
  date: '2000',
  recommended_agent_count: 100,
  recommended_agent_count_reason: 'Made up',
};
const named = (...ids: string[]) => ids.map((id) => ({ id, label: id }));
const coded = (id: string, categories: string[], codes: number[]): ObservedCategories => ({
  type: 'categorical',
  id,
  label: id,
  categories: named(...categories),
  codes,
});
const categoriesOf = (definition: PopulationDefinition, id: string) => {
  const attribute = definition.attributes.find((own) => own.id === id)!;
  return hasCategories(attribute) ? attribute.categories.map(({ probability }) => probability) : [];
};

function issuesOf(definition: PopulationDefinition) {
  const list = new IssueList();
  checkPopulation(list, definition);
  return list.issues;
}

function draw(definition: PopulationDefinition, seed: number, count: number): number[][] {
  const { columns } = samplePopulation(compilePopulation(definition), streamKey(seed, 'fit-population-spec'), 0, count);
  return columns.map(({ values }) => Array.from(values));
}

/** Value of a row; a category is its position in the latent order. */
function placed(attribute: Attribute, values: readonly number[]): number[] {
  if (!hasCategories(attribute) || !attribute.latent_order) return [...values];
  return values.map((code) => attribute.latent_order!.indexOf(attribute.categories[code]!.id));
}

/** Maximum difference of the rank correlations between the rows and 100,000 simulated agents. */
function greatestGap(definition: PopulationDefinition, rows: readonly (readonly number[])[]): number {
  const ranked = (columns: readonly (readonly number[])[]) =>
    columns.map((values, k) => rankColumn(placed(definition.attributes[k]!, values)));
  const [data, simulated] = [ranked(rows), ranked(draw(definition, 1, 100_000))];
  const gaps = data.flatMap((a, i) =>
    data.slice(0, i).map((b, j) => Math.abs(rankCorrelation(a, b) - rankCorrelation(simulated[i]!, simulated[j]!))),
  );
  return Math.max(...gaps);
}

describe('fitPopulation', () => {
  const population: PopulationDefinition = {
    ...about,
    attributes: [
      {
        type: 'continuous',
        id: 'wealth',
        label: 'Wealth',
        unit: 'CHF',
        quantiles: { probabilities: [0, 0.4, 0.4, 1], values: [0, 0, 10, 90] },
      },
      {
        type: 'integer',
        id: 'visits',
        label: 'Visits',
        unit: 'visits',
        quantiles: { probabilities: [0, 0.5, 0.5, 0.8, 0.8, 1], values: [0, 0, 1, 1, 2, 9] },
      },
      {
        type: 'categorical',
        id: 'home',
        label: 'Home',
        latent_order: ['town', 'city', 'village'],
        categories: [
          { id: 'city', label: 'City', probability: 0.3 },
          { id: 'town', label: 'Town', probability: 0.5 },
          { id: 'village', label: 'Village', probability: 0.2 },
        ],
      },
    ],
    correlation: [
      [1, 0.7, -0.5],
      [0.7, 1, -0.4],
      [-0.5, -0.4, 1],
    ],
  };
  const rows = draw(population, 0, 20_000);
  const observed: readonly ObservedAttribute[] = [
    { type: 'continuous', id: 'wealth', label: 'Wealth', unit: 'CHF', values: rows[0]! },
    { type: 'integer', id: 'visits', label: 'Visits', unit: 'visits', values: rows[1]! },
    coded('home', ['city', 'town', 'village'], rows[2]!),
  ];

  it('The fit recovers the population that rows were drawn from', () => {
    const definition = fitPopulation({ about, attributes: observed });
    expect(issuesOf(definition)).toEqual([]);
    definition.correlation!.forEach((row, i) =>
      row.forEach((value, j) => expect(Math.abs(value - population.correlation![i]![j]!)).toBeLessThan(0.03)),
    );
    expect(definition.attributes[2]).toMatchObject({ latent_order: ['town', 'city', 'village'] });
    expect(greatestGap(definition, rows)).toBeLessThan(0.015);
  });

  it('Missing values are excluded per margin and per pair', () => {
    const isKnown = (row: number) => row % 2 === 0;
    const definition = fitPopulation({
      about,
      attributes: [
        { ...observed[0]!, values: rows[0]!.map((value, row) => (isKnown(row) ? value : NaN)) } as ObservedAttribute,
        observed[1]!,
        coded(
          'home',
          ['city', 'town', 'village'],
          rows[2]!.map((code, row) => (isKnown(row + 1) ? code : -1)),
        ),
      ],
    });
    expect(Math.abs(definition.correlation![0]![1]! - 0.7)).toBeLessThan(0.03);
    expect(Math.abs(definition.correlation![1]![2]! + 0.4)).toBeLessThan(0.04);
    // No row has both wealth and home.
    expect(definition.correlation![0]![2]).toBe(0);
    expect(categoriesOf(definition, 'home').every((share, k) => Math.abs(share - [0.3, 0.5, 0.2][k]!) < 0.02)).toBe(
      true,
    );
  });

  it('A weight counts as the same number of rows', () => {
    const weights = rows[0]!.map((_, row) => row % 3);
    const repeat = (values: ArrayLike<number>) =>
      weights.flatMap((weight, row) => Array<number>(weight).fill(values[row]!));
    const repeated = observed.map((own): ObservedAttribute =>
      'codes' in own ? { ...own, codes: repeat(own.codes) } : { ...own, values: repeat(own.values) },
    );
    const [weighted, plain] = [
      fitPopulation({ about, attributes: observed, weights }),
      fitPopulation({ about, attributes: repeated }),
    ];
    expect(categoriesOf(weighted, 'home')).toEqual(categoriesOf(plain, 'home'));
    weighted.correlation!.forEach((row, i) =>
      row.forEach((value, j) => expect(value).toBeCloseTo(plain.correlation![i]![j]!, 3)),
    );
  });

  it('Rank correlations stay within 0.03 if rare attributes exclude each other', () => {
    // Each row has at most one of four rare traits, and the number is high for rows with the first.
    const count = 20_000;
    const trait = (own: number) => Array.from({ length: count }, (_, row) => Number(row % 40 === own));
    const score = Array.from({ length: count }, (_, row) => ((row * 7_919) % count) + (row % 40 === 0 ? count / 2 : 0));
    const columns = [0, 1, 2, 3].map(trait);
    const definition = fitPopulation({
      about,
      attributes: [
        ...columns.map((codes, k) => coded(`trait_${k}`, ['no', 'yes'], codes)),
        { type: 'continuous', id: 'score', label: 'Score', unit: 'points', values: score },
      ],
    });
    expect(issuesOf(definition)).toEqual([]);
    expect(greatestGap(definition, [...columns, score])).toBeLessThan(0.03);
  });

  describe('Joint table', () => {
    const joint: ObservedPopulation = {
      about,
      joint: ['size', 'sex'],
      attributes: [
        coded('sex', ['female', 'male'], [0, 0, 1, 1, 1, -1]),
        { type: 'integer', id: 'age', label: 'Age', unit: 'years', values: [50, 40, 30, 20, 10, 60] },
        coded('size', ['one', 'two', 'none'], [0, 1, 1, 1, 0, 1]),
      ],
      weights: [2, 1, 1, 2, 2, 5],
    };

    it('A joint table contains the combinations that occur, in their latent order', () => {
      const definition = fitPopulation(joint);
      expect(issuesOf(definition)).toEqual([]);
      expect(definition.joint).toEqual({
        attributes: ['size', 'sex'],
        cells: [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ],
        probabilities: [0.25, 0.125, 0.375, 0.25],
      });
      expect(definition.attributes.map(({ id }) => id)).toEqual(['sex', 'age', 'size']);
      expect(categoriesOf(definition, 'size')).toEqual([0.5, 0.5, 0]);
      expect(categoriesOf(definition, 'sex')).toEqual([0.375, 0.625]);
      expect(definition.correlation).toHaveLength(2);
    });

    it('No copula exists if the joint table contains all attributes', () => {
      const { attributes, ...rest } = joint;
      const definition = fitPopulation({ ...rest, attributes: [attributes[0]!, attributes[2]!] });
      expect(definition.correlation).toBeUndefined();
      expect(definition.joint!.cells).toEqual([
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
      ]);
    });
  });

  const refused: [string, Partial<ObservedPopulation>, string][] = [
    ['columns of different length', { weights: [1, 2] }, '"wealth" has 20000 rows, but other columns have 2.'],
    ['an unknown code', { attributes: [coded('home', ['city', 'town'], [0, 2])] }, '"home" has the code 2'],
    ['an attribute without known values', { attributes: [coded('home', ['a', 'b'], [-1])] }, 'has no known value'],
    ['a negative weight', { weights: rows[0]!.map(() => -1) }, 'Weights must be finite numbers of at least 0.'],
    [
      'an integer with a fraction',
      { attributes: [{ type: 'integer', id: 'age', label: 'Age', unit: 'years', values: [1.5] }] },
      '"age" has the value 1.5, which is not integer.',
    ],
    ['a joint table of a number', { joint: ['wealth', 'home'] }, '"wealth" cannot be part of a joint table'],
  ];

  it.each(refused)('Population data with %s are rejected', (_, change, message) => {
    expect(() => fitPopulation({ about, attributes: observed, ...change })).toThrow(message);
  });
});
