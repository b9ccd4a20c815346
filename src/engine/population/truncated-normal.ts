import { normalCumulative, normalQuantile } from '../math/normal.js';

const tiny = 1e-300;

/**
 * Normal number with a mean and a deviation, between two limits, at a uniform number in (0, 1). Computes in the tail that is closer to the
 * limits, in which probabilities have all their digits.
 */
export function truncatedNormal(mean: number, deviation: number, low: number, high: number, uniform: number): number {
  const [from, to] = [(low - mean) / deviation, (high - mean) / deviation];
  const isUpper = from > 0;
  const [a, b] = isUpper ? [-to, -from] : [from, to];
  const [pa, pb] = [normalCumulative(a), normalCumulative(b)];
  const p = pa + uniform * (pb - pa);
  // Beyond 37 deviations, all probabilities are 0: the closer limit is then the only possible value.
  const z = p > tiny && p < 1 ? normalQuantile(p) : b;
  const inside = Math.min(Math.max(z, a), b);
  return mean + deviation * (isUpper ? -inside : inside);
}
