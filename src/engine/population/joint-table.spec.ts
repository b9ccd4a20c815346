import { type PopulationDefinition } from '../definition/population.schema.js';
import { streamKey } from '../random/stream-key.js';
import { compilePopulation } from './compile-population.js';
import { samplePopulation } from './sample-population.js';

const sizes = Array.from({ length: 5 }, (_, k) => k);
const probabilities = [0.02, 0.05, 0.03, 0.2, 0.1, 0.06, 0.04, 0.1, 0.15, 0.25];
const categories = (margin: readonly number[]) =>
  margin.map((probability, code) => ({ id: `c${code}`, label: `${code}`, probability }));

/** Rows of female and male by five sizes; the definition's order of attributes is not that of the table. */
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
const COUNT = 100_000;
const key = streamKey(0, 'joint-table-spec');

function draw(population: PopulationDefinition, from = 0, to = COUNT) {
  const { columns } = samplePopulation(compilePopulation(population), key, from, to);
  return columns.map(({ values }) => values) as [Uint8Array, Float64Array, Uint8Array];
}

/** Chi-square of the cells drawn against the table: 9 degrees of freedom, whose 0.999 quantile is 27.9. */
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
  it('has every combination as often as the table says: chi-square of the cells', () => {
    expect(chiSquare(draw(definition))).toBeLessThan(27.9);
  });

  it('has them as often where the copula ties the table to another attribute', () => {
    expect(chiSquare(draw({ ...definition, correlation }))).toBeLessThan(27.9);
  });

  it('leaves the other attributes independent of the table, unless the copula ties them', () => {
    const meanWealthBySex = (population: PopulationDefinition) => {
      const [, wealth, sex] = draw(population);
      return [0, 1].map((code) => {
        const own = wealth.filter((_, row) => sex[row] === code);
        return own.reduce((sum, value) => sum + value, 0) / own.length;
      }) as [number, number];
    };
    const [free, tied] = [meanWealthBySex(definition), meanWealthBySex({ ...definition, correlation })];
    expect(Math.abs(free[0] - free[1])).toBeLessThan(1);
    expect(tied[1] - tied[0]).toBeGreaterThan(10);
  });

  it('draws each person alike in any range', () => {
    const whole = draw({ ...definition, correlation }, 0, 50);
    draw({ ...definition, correlation }, 20, 30).forEach((values, column) => {
      expect(values).toEqual(whole[column]!.slice(20, 30));
    });
  });

  it('never draws a cell of probability 0', () => {
    const empty: PopulationDefinition = {
      ...definition,
      joint: { ...definition.joint!, probabilities: [0, 0.07, 0.03, 0.3, 0, 0.06, 0.04, 0.1, 0.4, 0] },
    };
    const [size, , sex] = draw(empty);
    const cells = Array.from(size, (code, row) => 5 * sex[row]! + code);
    expect([...new Set(cells)].sort()).toEqual([1, 2, 3, 5, 6, 7, 8]);
  });

  it('has no value inside a jump of the quantiles', () => {
    const [, wealth] = draw(definition);
    expect(wealth.some((value) => value > 0 && value < 50)).toBe(false);
    expect(wealth.filter((value) => value === 0).length / COUNT).toBeCloseTo(0.3, 2);
  });
});
