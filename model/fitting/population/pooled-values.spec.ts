import fc from 'fast-check';
import { pooledTotals, pooledValues } from './pooled-values.js';

const minimum = 10;

/** Distribution of respondents with these values, and the number of respondents with each value. */
function distributionOf(values: readonly number[]) {
  const distinct = [...new Set(values)].sort((a, b) => a - b);
  const counts = Float64Array.from(distinct, (value) => values.filter((other) => other === value).length);
  return { data: { values: Float64Array.from(distinct), weights: counts }, counts };
}

const pooled = (values: readonly number[], isInteger = false) => {
  const { data, counts } = distributionOf(values);
  return pooledValues(data, counts, minimum, isInteger);
};
const range = (count: number, valueOf: (k: number) => number) => Array.from({ length: count }, (_, k) => valueOf(k));
const mean = ({ values, weights }: { values: ArrayLike<number>; weights: Float64Array }) =>
  weights.reduce((sum, weight, k) => sum + weight * values[k]!, 0) / weights.reduce((sum, weight) => sum + weight, 0);

describe('pooledValues', () => {
  const salaries = [...range(299, (k) => 20_000.37 + k * 250.13), 4_000_000.99];

  it('No point equals a value of fewer than ten respondents, and each represents at least ten', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: 0, max: 30 }), fc.double({ min: 0, max: 1e6, noNaN: true })), {
          minLength: 30,
          maxLength: 300,
        }),
        (values) => {
          const { data, counts } = distributionOf(values);
          const { values: points, weights } = pooledValues(data, counts, minimum, false);
          const rare = data.values.filter((_, k) => counts[k]! < minimum);
          expect([...points].filter((point) => rare.includes(point))).toEqual([]);
          expect(Math.min(...weights)).toBeGreaterThanOrEqual(minimum);
          expect([...points]).toEqual([...points].sort((a, b) => a - b));
        },
      ),
    );
  });

  it('A value of ten respondents keeps its exact share', () => {
    const { values, weights } = pooled([...range(40, () => 0), ...range(12, () => 1.25), ...range(10, () => 7)]);
    expect([...values]).toEqual([0, 1.25, 7]);
    expect([...weights]).toEqual([40, 12, 10]);
  });

  it('A few respondents between common values count with the lower one', () => {
    const { values, weights } = pooled([...range(20, () => 1), ...range(3, (k) => 2 + k), ...range(20, () => 9)]);
    expect([...values]).toEqual([1, 9]);
    expect([...weights]).toEqual([23, 20]);
  });

  it('An outlier is not visible: the highest point is at most the 99% quantile', () => {
    const { values } = pooled(salaries);
    expect(values.at(-1)).toBeLessThan(94_730);
    expect(values.at(-1)).toBeGreaterThan(90_000);
    expect(values.every((value) => value % 100 === 0)).toBe(true);
    // 3,000 respondents: the outermost 1%, and not only ten of them, have the same value.
    const many = pooled(range(3_000, (k) => k + 0.5));
    expect(many.values.at(-1)).toBeCloseTo(2_970, -1);
    expect(many.weights.at(-1)).toBeGreaterThanOrEqual(30);
  });

  it('The mean stays the same within a hundredth of the standard deviation if there is no outlier', () => {
    const normal = range(2_000, (k) => 50 + 10 * Math.sin(k) + k / 500);
    expect(
      Math.abs(mean(pooled(normal)) - mean({ values: normal, weights: new Float64Array(2_000).fill(1) })),
    ).toBeLessThan(0.07);
  });

  it('Whole numbers stay whole', () => {
    const ages = range(200, (k) => 18 + ((k * k) % 71));
    expect(pooled(ages, true).values.every(Number.isInteger)).toBe(true);
    expect(pooled(salaries.map(Math.round), true).values.every(Number.isInteger)).toBe(true);
  });

  it('Fewer than ten respondents have one value', () => {
    expect([...pooled([1.234, 5.678, 9.1]).values]).toEqual([5.34]);
    for (const value of [3.21, 3.2, 0, 1e15, 1e-9]) {
      const { values } = pooled([value, value]);
      expect(values).toHaveLength(1);
      expect(values[0]).not.toBe(value);
      expect(Math.abs(values[0]! - value)).toBeLessThanOrEqual(0.05 * Math.abs(value) || 1);
    }
  });
});

describe('pooledTotals', () => {
  const totals = (...counts: number[]) => [
    ...pooledTotals(Float64Array.from(counts), Float64Array.from(counts), minimum),
  ];

  it('Categories of fewer than ten respondents share their total equally, and others stay the same', () => {
    expect(totals(50, 4, 30, 8)).toEqual([50, 6, 30, 6]);
    expect(totals(50, 10, 0)).toEqual([50, 10, 0]);
  });

  it('A single rare category shares with the next one', () => {
    expect(totals(50, 1, 12)).toEqual([50, 6.5, 6.5]);
    expect(totals(3, 1)).toEqual([2, 2]);
  });
});
