import fc from 'fast-check';
import type { PopulationDefinition } from '../definition/population.schema.js';
import { streamKey } from '../random/stream-key.js';
import { compilePopulation } from './compile-population.js';
import { samplePopulation } from './sample-population.js';

const quantiles = { probabilities: [0, 0.2, 0.5, 1], values: [10, 20, 30, 100] };
const definition: PopulationDefinition = {
  description: 'Made up',
  source: 'Made up',
  date: '2000',
  recommended_agent_count: 100,
  recommended_agent_count_reason: 'Made up',
  attributes: [
    { type: 'continuous', id: 'wealth', label: 'Wealth', unit: 'CHF', quantiles },
    { type: 'integer', id: 'age', label: 'Age', unit: 'years', quantiles },
    { type: 'continuous', id: 'debt', label: 'Debt', unit: 'CHF', quantiles },
    {
      type: 'categorical',
      id: 'home',
      label: 'Home',
      latent_order: ['village', 'nowhere', 'city', 'town'],
      categories: [
        { id: 'city', label: 'City', probability: 0.5 },
        { id: 'town', label: 'Town', probability: 0.3 },
        { id: 'village', label: 'Village', probability: 0.2 },
        { id: 'nowhere', label: 'Nowhere', probability: 0 },
      ],
    },
  ],
  correlation: [
    [1, 0.8, -0.5, 0.3],
    [0.8, 1, -0.4, 0],
    [-0.5, -0.4, 1, 0],
    [0.3, 0, 0, 1],
  ],
};
const population = compilePopulation(definition);
const key = streamKey(0, 'population-spec');
const agentCount = 100_000;

function ranks(values: ArrayLike<number>): Float64Array {
  const order = Array.from({ length: values.length }, (_, k) => k).sort((a, b) => values[a]! - values[b]!);
  const out = new Float64Array(values.length);
  order.forEach((agent, rank) => (out[agent] = rank / values.length - 0.5));
  return out;
}

function rankCorrelation(x: ArrayLike<number>, y: ArrayLike<number>): number {
  const [a, b] = [ranks(x), ranks(y)];
  return (12 * a.reduce((sum, rank, k) => sum + rank * b[k]!, 0)) / a.length;
}

describe('samplePopulation', () => {
  const agents = samplePopulation(population, key, 0, agentCount);
  const drawn = agents.columns.map((column) => Array.from(column.values));
  const values = (position: number) => drawn[position]!;

  it('An agent has the same attributes in every range that contains it', () => {
    const whole = samplePopulation(population, key, 0, 60);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 59 }), fc.integer({ min: 1, max: 60 }), (from, length) => {
        const to = Math.min(60, from + length);
        samplePopulation(population, key, from, to).columns.forEach((column, position) => {
          expect(column.values).toEqual(whole.columns[position]!.values.slice(from, to));
        });
      }),
    );
  });

  it('Category shares match the definition within a total variation of 0.02, and probability 0 is never drawn', () => {
    const shares = [0, 0, 0, 0];
    for (const code of values(3)) shares[code]! += 1 / agentCount;
    const distance = [0.5, 0.3, 0.2, 0].reduce((sum, share, k) => sum + Math.abs(share - shares[k]!), 0) / 2;
    expect(distance).toBeLessThan(0.02);
    expect(shares[3]).toBe(0);
  });

  it.each([0, 1, 2])(
    'The distribution of numeric attribute %d matches its quantiles within a Kolmogorov distance of 0.02',
    (position) => {
      for (const [probability, value] of [
        [0.1, 15],
        [0.2, 20],
        [0.5, 30],
        [0.75, 65],
        [1, 100],
      ] as const) {
        const below = values(position).reduce((count, own) => count + Number(own <= value), 0) / agentCount;
        expect(Math.abs(below - probability)).toBeLessThan(0.02);
      }
    },
  );

  it.each([
    [0, 1],
    [0, 2],
    [1, 2],
  ])('Attributes %d and %d have the rank correlation (6/π) asin(r/2) of a Gaussian copula within 0.03', (i, j) => {
    const expected = (6 / Math.PI) * Math.asin(definition.correlation![i]![j]! / 2);
    expect(Math.abs(rankCorrelation(values(i), values(j)) - expected)).toBeLessThan(0.03);
  });

  it('Categories follow their latent order: mean wealth rises from villages to cities to towns', () => {
    const meanWealth = [0, 1, 2].map((code) => {
      const own = values(0).filter((_, agent) => values(3)[agent] === code);
      return own.reduce((sum, wealth) => sum + wealth, 0) / own.length;
    });
    const [city, town, village] = meanWealth as [number, number, number];
    expect(village).toBeLessThan(city);
    expect(city).toBeLessThan(town);
  });

  it('Integer attributes have integer values', () => {
    expect(values(1).every((value) => Number.isInteger(value))).toBe(true);
  });
});
