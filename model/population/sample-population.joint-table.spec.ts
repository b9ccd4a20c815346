import type { PopulationDefinition } from '../definition/population.schema.js';
import { streamKey } from '../random/stream-key.js';
import { compilePopulation } from './compile-population.js';
import { samplePopulation } from './sample-population.js';

const sizes = Array.from({ length: 5 }, (_, k) => k);
const probabilities = [0.02, 0.05, 0.03, 0.2, 0.1, 0.06, 0.04, 0.1, 0.15, 0.25];
const categories = (margin: readonly number[]) =>
  margin.map((probability, code) => ({ id: `c${code}`, label: `${code}`, probability }));

/** Joint table of two sexes by five sizes. The definition lists the attributes in another order than the table. */
const definition: PopulationDefinition = {
  description: 'Made up',
  source: 'Made up',
  date: '2000',
  recommended_agent_count: 100,
  recommended_agent_count_reason: 'Made up',
  attributes: [
    {
      type: 'ordinal',
      id: 'size',
      label: 'Size',
      categories: categories(sizes.map((size) => probabilities[size]! + probabilities[size + 5]!)),
    },
    {
      type: 'continuous',
      id: 'wealth',
      label: 'Wealth',
      unit: 'CHF',
      quantiles: { probabilities: [0, 0.3, 0.3, 1], values: [0, 0, 50, 100] },
    },
    { type: 'categorical', id: 'sex', label: 'Sex', categories: categories([0.4, 0.6]) },
  ],
  joint: {
    attributes: ['sex', 'size'],
    cells: [0, 1].flatMap((sex) => sizes.map((size) => [sex, size])),
    probabilities,
  },
};
const agentCount = 100_000;
const key = streamKey(0, 'joint-table-spec');

function draw(population: PopulationDefinition, from = 0, to = agentCount) {
  const { columns } = samplePopulation(compilePopulation(population), key, from, to);
  return columns.map(({ values }) => values) as [Uint8Array, Float64Array, Uint8Array];
}

/** Chi-square statistic of the drawn cells against the table. With 9 degrees of freedom, the 0.999 quantile is 27.9. */
function chiSquare([size, , sex]: ReturnType<typeof draw>): number {
  const counts = probabilities.map(() => 0);
  size.forEach((code, row) => (counts[5 * sex[row]! + code]! += 1));
  return counts.reduce((sum, count, cell) => {
    const expected = probabilities[cell]! * size.length;
    return sum + (count - expected) ** 2 / expected;
  }, 0);
}

const correlation = [
  [1, 0.6],
  [0.6, 1],
];

describe('a population with a joint table', () => {
  it('The frequencies of all combinations match the joint table in a chi-square test', () => {
    expect(chiSquare(draw(definition))).toBeLessThan(27.9);
  });

  it('The frequencies match the joint table if the copula correlates the table with another attribute', () => {
    expect(chiSquare(draw({ ...definition, correlation }))).toBeLessThan(27.9);
  });

  it('Other attributes are independent of the joint table unless the copula correlates them', () => {
    const meanWealthBySex = (population: PopulationDefinition) => {
      const [, wealth, sex] = draw(population);
      return [0, 1].map((code) => {
        const own = wealth.filter((_, row) => sex[row] === code);
        return own.reduce((sum, value) => sum + value, 0) / own.length;
      }) as [number, number];
    };
    const [independent, correlated] = [meanWealthBySex(definition), meanWealthBySex({ ...definition, correlation })];
    expect(Math.abs(independent[0] - independent[1])).toBeLessThan(1);
    expect(correlated[1] - correlated[0]).toBeGreaterThan(10);
  });

  it('An agent has the same attributes in every range that contains it', () => {
    const whole = draw({ ...definition, correlation }, 0, 50);
    draw({ ...definition, correlation }, 20, 30).forEach((values, column) => {
      expect(values).toEqual(whole[column]!.slice(20, 30));
    });
  });

  it('Cells with probability 0 are never drawn', () => {
    const empty: PopulationDefinition = {
      ...definition,
      joint: { ...definition.joint!, probabilities: [0, 0.07, 0.03, 0.3, 0, 0.06, 0.04, 0.1, 0.4, 0] },
    };
    const [size, , sex] = draw(empty);
    const cells = Array.from(size, (code, row) => 5 * sex[row]! + code);
    expect([...new Set(cells)].sort()).toEqual([1, 2, 3, 5, 6, 7, 8]);
  });

  it('No agent has a value inside a jump of the quantile function', () => {
    const [, wealth] = draw(definition);
    expect(wealth.some((value) => value > 0 && value < 50)).toBe(false);
    expect(wealth.filter((value) => value === 0).length / agentCount).toBeCloseTo(0.3, 2);
  });
});
