import fc from 'fast-check';
import { quantileOf } from '../../population/quantile-function.js';
import { normalQuantile } from '../../math/normal.js';
import { fitQuantiles, type ObservedCategories, pooledMembers, roundedShares } from './fit-margins.js';
import { distributionOf } from './ranks.js';

const attribute = (type: 'integer' | 'continuous', values: number[], weights?: number[]) => ({
  type,
  id: 'own',
  label: 'Own',
  unit: 'units',
  quantiles: fitQuantiles(type, distributionOf(values, weights)),
});

/** Quantiles at evenly spaced probabilities, without random draws. */
const evenly = (count: number, quantile: (probability: number) => number) =>
  Array.from({ length: count }, (_, k) => quantile((k + 0.5) / count));

function greatestDistance(own: ReturnType<typeof attribute>, values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const drawn = evenly(20_000, (probability) => quantileOf(own, probability));
  let [below, greatest] = [0, 0];
  sorted.forEach((value, k) => {
    if (sorted[k + 1] === value) return;
    while (drawn[below]! <= value) below++;
    greatest = Math.max(greatest, Math.abs(below / drawn.length - (k + 1) / sorted.length));
  });
  return greatest;
}

describe('fitQuantiles', () => {
  it('With few values, every share is exact, as flat sections and jumps', () => {
    expect(attribute('integer', [0, 0, 0, 5, 5, 90, 0, 5]).quantiles).toEqual({
      probabilities: [0, 0.5, 0.5, 0.875, 0.875, 1],
      values: [0, 0, 5, 5, 90, 90],
    });
  });

  it('Weights count as rows, and missing values and rows of weight 0 are excluded', () => {
    expect(attribute('continuous', [1.5, NaN, 2.5, 7], [3, 5, 1, 0]).quantiles).toEqual({
      probabilities: [0, 0.75, 0.75, 1],
      values: [1.5, 1.5, 2.5, 2.5],
    });
  });

  it('A constant gives two points', () => {
    expect(attribute('integer', [4, 4]).quantiles).toEqual({ probabilities: [0, 1], values: [4, 4] });
  });

  const shapes: [string, 'integer' | 'continuous', number[], number][] = [
    ['a line', 'continuous', evenly(5_000, (p) => p), 4],
    ['a bell', 'continuous', evenly(5_000, normalQuantile), 60],
    ['a long tail', 'continuous', evenly(5_000, (p) => Math.exp(1.5 * normalQuantile(p))), 60],
    ['whole numbers', 'integer', evenly(5_000, (p) => Math.round(1_000 * p)), 8],
    ['heaps', 'integer', evenly(5_000, (p) => (p < 0.2 ? 0 : p < 0.5 ? 250 : Math.round(1_000 * p))), 14],
  ];

  it.each(shapes)('The table of %s is within 0.005 of the distribution with few points', (_, type, values, points) => {
    const own = attribute(type, values);
    expect(greatestDistance(own, values)).toBeLessThan(0.005);
    expect(own.quantiles.values.length).toBeLessThanOrEqual(points);
  });

  it('A value with many respondents keeps its share', () => {
    const own = attribute('integer', shapes[4]![2]);
    const drawn = evenly(10_000, (probability) => quantileOf(own, probability));
    expect(drawn.filter((value) => value === 0).length / 10_000).toBeCloseTo(0.2, 2);
    expect(drawn.filter((value) => value === 250).length / 10_000).toBeCloseTo(0.3, 2);
  });

  it('The mean of a long tail is within 0.02 standard deviations', () => {
    const values = shapes[2]![2];
    const own = attribute('continuous', values);
    const drawn = evenly(20_000, (probability) => quantileOf(own, probability));
    const mean = (all: number[]) => all.reduce((sum, value) => sum + value, 0) / all.length;
    const centre = mean(values);
    const deviation = Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
    expect(Math.abs(mean(drawn) - centre)).toBeLessThan(0.02 * deviation);
  });
});

describe('roundedShares', () => {
  it('The remaining steps go to the largest remainders', () => {
    expect(roundedShares([1, 1, 1])).toEqual([0.333334, 0.333333, 0.333333]);
    expect(roundedShares([2, 1, 0])).toEqual([0.666667, 0.333333, 0]);
  });

  it('Shares sum to exactly 1 in millionths, each within a millionth of its exact value', () => {
    const weight = fc.double({ min: 0, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(fc.array(weight, { minLength: 1, maxLength: 300 }), (weights) => {
        const total = weights.reduce((sum, own) => sum + own, 0);
        fc.pre(total > 1e-6);
        const shares = roundedShares(weights);
        expect(shares.reduce((sum, share) => sum + Math.round(share * 1e6), 0)).toBe(1e6);
        shares.forEach((share, k) => expect(Math.abs(share - weights[k]! / total)).toBeLessThan(1.000001e-6));
      }),
    );
  });
});

describe('pooledMembers', () => {
  const binary = (id: string, codes: ArrayLike<number>): ObservedCategories => ({
    ...{ type: 'categorical', id, label: id, codes },
    categories: ['no', 'yes'].map((own) => ({ id: own, label: own })),
  });
  /** Ids of the attributes of a joint table, if each row is one respondent. */
  const pooled = (...members: ObservedCategories[]) =>
    pooledMembers(members, { respondents: new Float64Array(members[0]!.codes.length).fill(1), minimum: 10 }).map(
      ({ id }) => id,
    );
  const codesOf = (rows: number, codeOf: (row: number) => number) =>
    Int32Array.from({ length: rows }, (_, row) => codeOf(row));
  const sex = binary(
    'sex',
    codesOf(80, (row) => row % 2),
  );

  it('An attribute is left out if one of its combinations has fewer than ten respondents', () => {
    const member = binary(
      'member',
      codesOf(80, (row) => (row >> 1) % 2),
    );
    // Nine women and eleven men.
    const owner = binary(
      'owner',
      codesOf(80, (row) => Number(row < 22 && row !== 20 && row !== 18)),
    );
    expect(pooled(sex, member)).toEqual(['sex', 'member']);
    expect(pooled(sex, owner, member)).toEqual(['sex', 'member']);
    expect(pooled(sex, owner)).toEqual([]);
  });

  it('Respondents without an attribute count for no combination, and 300,000 rows are read', () => {
    const unknown = binary(
      'unknown',
      codesOf(80, (row) => (row < 38 ? (row >> 1) % 2 : -1)),
    );
    expect(pooled(sex, unknown)).toEqual([]);
    const many = [0, 1].map((bit) =>
      binary(
        `many_${bit}`,
        codesOf(300_000, (row) => (row >> bit) % 2),
      ),
    );
    expect(pooled(...many)).toEqual(['many_0', 'many_1']);
  });
});
