import { cholesky } from '../../math/cholesky.js';
import { normalQuantile } from '../../math/normal.js';
import { zScore95 } from '../../math/student-quantile.js';
import type { StreamKey } from '../../random/stream-key.js';
import { fillNumbers, streamPurposes } from '../../random/stream.js';
import { quantileOfSorted } from '../../summary/moments.js';

const draws = 4_000;
/** Share of independent error that keeps the matrix positive definite if some estimates determine others. */
const ridge = 1e-6;

/**
 * Quantile c with P(max |Z| ≤ c) = 0.95 for standard normal Z with these correlations (max-t): intervals of ± c standard errors contain all
 * true values together with a probability of 95%. Between 1.96 and the quantile of independent estimates, which is an upper bound (Šidák,
 * 1967). Source: Hothorn, Bretz and Westfall, "Simultaneous inference in general parametric models", Biometrical Journal 50 (2008).
 *
 * @param correlations size × size
 * @param step number of the analysis; each has other random numbers
 */
export function simultaneousQuantile(correlations: Float64Array, size: number, key: StreamKey, step: number): number {
  if (size < 2) return zScore95;
  const bound = independentQuantile(size);
  const rows = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, j) => (i === j ? 1 : (1 - ridge) * correlations[i * size + j]!)),
  );
  const lower = cholesky(rows);
  if (!lower) return bound;
  const normals = new Float64Array(size * draws);
  fillNumbers('normal', key, streamPurposes.simultaneous, step, size, 0, draws, normals);
  const greatest = new Float64Array(draws);
  const sums = new Float64Array(draws);
  for (let i = 0; i < size; i++) {
    sums.fill(0);
    for (let k = 0; k <= i; k++) {
      const factor = lower[i * size + k]!;
      if (factor === 0) continue;
      const start = k * draws;
      for (let draw = 0; draw < draws; draw++) sums[draw] = sums[draw]! + factor * normals[start + draw]!;
    }
    for (let draw = 0; draw < draws; draw++) greatest[draw] = Math.max(greatest[draw]!, Math.abs(sums[draw]!));
  }
  return Math.min(bound, Math.max(zScore95, quantileOfSorted(greatest.sort(), 0.95)));
}

/** The quantile for independent estimates. Source: Šidák, "Rectangular confidence regions", JASA 62 (1967). */
export function independentQuantile(size: number): number {
  return normalQuantile((1 + 0.95 ** (1 / size)) / 2);
}
