import { cholesky } from '../math/linear-algebra.js';
import { normalCumulative, normalQuantile } from '../math/normal.js';

/** Conditional distributions of correlated standard normal numbers. */
export interface ConditionalNormal {
  /** Positions of the known numbers. */
  readonly known: readonly number[];
  /** Positions of the numbers to draw. */
  readonly missing: readonly number[];
  /** For each known number: its weights of the other known numbers, and its deviation given them. */
  readonly knownGivenOthers: readonly { readonly weights: Float64Array; readonly deviation: number }[];
  /** Weights of the known numbers in the means of the missing ones: row by row. */
  readonly weights: readonly Float64Array[];
  /** Cholesky factor of the covariance of the missing numbers given the known ones. */
  readonly factor: Float64Array;
}

/**
 * Conditional distributions, given the numbers at some positions of a correlation matrix.
 * Source: Anderson, "An introduction to multivariate statistical analysis" (2003), theorem 2.5.1.
 */
export function conditionalNormal(
  correlation: readonly (readonly number[])[],
  known: readonly number[],
): ConditionalNormal {
  const missing = correlation.flatMap((_, position) => (known.includes(position) ? [] : [position]));
  const part = (rows: readonly number[], columns: readonly number[]) =>
    rows.map((row) => columns.map((column) => correlation[row]![column]!));
  const inverse = inverseOf(part(known, known));
  const across = part(missing, known);
  const weights = across.map((row) =>
    Float64Array.from(known, (_, k) => row.reduce((sum, value, j) => sum + value * inverse[j]![k]!, 0)),
  );
  const covariance = part(missing, missing).map((row, i) =>
    row.map((value, j) => value - weights[i]!.reduce((sum, weight, k) => sum + weight * across[j]![k]!, 0)),
  );
  const factor = cholesky(covariance);
  if (!factor) throw new Error('the correlation matrix is not positive definite');
  const knownGivenOthers = inverse.map((row, k) => ({
    weights: Float64Array.from(row, (value, j) => (j === k ? 0 : -value / row[k]!)),
    deviation: 1 / Math.sqrt(row[k]!),
  }));
  return { known, missing, knownGivenOthers, weights, factor };
}

function inverseOf(matrix: readonly (readonly number[])[]): number[][] {
  const size = matrix.length;
  const lower = cholesky(matrix);
  if (!lower) throw new Error('the correlation matrix is not positive definite');
  const columns = matrix.map((_, column) => {
    const solution = new Float64Array(size);
    for (let i = 0; i < size; i++) {
      let sum = i === column ? 1 : 0;
      for (let k = 0; k < i; k++) sum -= lower[i * size + k]! * solution[k]!;
      solution[i] = sum / lower[i * size + i]!;
    }
    for (let i = size - 1; i >= 0; i--) {
      let sum = solution[i]!;
      for (let k = i + 1; k < size; k++) sum -= lower[k * size + i]! * solution[k]!;
      solution[i] = sum / lower[i * size + i]!;
    }
    return [...solution];
  });
  return columns;
}

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
