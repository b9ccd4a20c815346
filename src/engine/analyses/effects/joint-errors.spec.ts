import { streamKey } from '../../random/stream-key.js';
import { zScore95 } from '../../math/student-quantile.js';
import { correlationsOfMeans } from './joint-errors.js';
import { independentQuantile, simultaneousQuantile } from './simultaneous-quantile.js';

const key = streamKey(5, 'joint-errors');
const correlated = (size: number, correlation: number) =>
  Float64Array.from({ length: size * size }, (_, at) => (at % (size + 1) === 0 ? 1 : correlation));

describe('correlationsOfMeans', () => {
  it('Means of overlapping groups with equal variances correlate by their common agents', () => {
    // Values alternate between -1 and 1, so every group of an even number of agents has mean 0 and variance 1.
    const agents = 1_200;
    const values = Float64Array.from({ length: agents }, (_, row) => (row % 2 === 0 ? 1 : -1));
    const first = { groups: 2, groupOf: Int32Array.from(values, (_, row) => (row < 600 ? 0 : 1)) };
    const second = { groups: 1, groupOf: Int32Array.from(values, (_, row) => (row >= 400 && row < 800 ? 0 : -1)) };
    const correlations = correlationsOfMeans(values, [0, 0, 0], [first, second]);
    // Groups of 600, 600 and 400 agents; the third has 200 agents in common with each of the others.
    const expected = 200 / Math.sqrt(600 * 400);
    expect([...correlations]).toEqual(
      [1, 0, expected, 0, 1, expected, expected, expected, 1].map((value): unknown => expect.closeTo(value, 12)),
    );
  });
});

describe('simultaneousQuantile', () => {
  it.each([2, 10, 60])('The quantile of %d independent estimates is the closed form of Šidák', (size) => {
    const quantile = simultaneousQuantile(correlated(size, 0), size, key, 0);
    expect(Math.abs(quantile - independentQuantile(size))).toBeLessThan(0.06);
  });

  it('One estimate, and estimates that determine each other, have the quantile of one interval', () => {
    expect(simultaneousQuantile(correlated(1, 0), 1, key, 0)).toBe(zScore95);
    expect(simultaneousQuantile(correlated(40, 1), 40, key, 0)).toBeCloseTo(zScore95, 1);
  });

  it('Correlated estimates have a quantile between those of one and of independent estimates', () => {
    // The reference integrates over the common factor of equicorrelated estimates.
    const quantile = simultaneousQuantile(correlated(10, 0.5), 10, key, 1);
    expect(Math.abs(quantile - equicorrelatedQuantile(10, 0.5))).toBeLessThan(0.06);
  });
});

/** Integrates over the common factor u: P(max |Z| ≤ c) = ∫ φ(u) P(|√ρ·u + √(1-ρ)·e| ≤ c)^size du, and solves for 0.95 by bisection. */
function equicorrelatedQuantile(size: number, correlation: number): number {
  const cumulative = (z: number) => {
    // Simpson's rule from 0 to z.
    const steps = 200;
    let sum = 0;
    for (let k = 0; k <= steps; k++) {
      const weight = k === 0 || k === steps ? 1 : k % 2 === 1 ? 4 : 2;
      sum += weight * Math.exp(-(((z * k) / steps) ** 2) / 2);
    }
    return 0.5 + ((z / steps / 3) * sum) / Math.sqrt(2 * Math.PI);
  };
  const probability = (c: number) => {
    let sum = 0;
    for (let u = -6; u <= 6; u += 0.05) {
      const shift = Math.sqrt(correlation) * u;
      const width = Math.sqrt(1 - correlation);
      const inside = cumulative((c - shift) / width) - cumulative((-c - shift) / width);
      sum += (0.05 * Math.exp((-u * u) / 2) * inside ** size) / Math.sqrt(2 * Math.PI);
    }
    return sum;
  };
  let [low, high] = [1.9, 4];
  for (let k = 0; k < 40; k++) {
    const middle = (low + high) / 2;
    if (probability(middle) < 0.95) low = middle;
    else high = middle;
  }
  return low;
}
