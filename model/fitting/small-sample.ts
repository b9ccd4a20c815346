import { dot, factorize, scaled, symmetricEigen, unitScales } from './numbers/symmetric-matrix.js';

/** With fewer clusters, the clustered covariance needs a small-sample correction. */
export const manyClusters = 50;

/** Clustered covariance with a small-sample correction. */
export interface BiasReducedCovariance {
  /** size × size, row-major order. */
  readonly covariance: Float64Array;
  /** Satterthwaite degrees of freedom of the standard error of each parameter; NaN for a fixed parameter. */
  readonly degreesOfFreedom: Float64Array;
}

/** A cluster with a larger share of the information in a direction identifies that direction alone. */
const maxLeverage = 1 - 1e-9;

/**
 * Bias-reduced clustered covariance (CR2) with Satterthwaite degrees of freedom. The scores of each cluster g are
 * multiplied by (I - H·V)^(-1/2), where H is its part of the information. Under the model, the result is unbiased to
 * first order. For a linear model, it equals the covariance of Bell and McCaffrey with an identity working covariance.
 * Source: Bell and McCaffrey, "Bias reduction in standard errors for linear regression with multi-stage samples",
 * Survey Methodology 28 (2002); Kauermann and Carroll, "A note on the efficiency of sandwich covariance matrix
 * estimation", JASA 96 (2001), for other likelihoods; Pustejovsky and Tipton, "Small-sample methods for
 * cluster-robust variance estimation", Journal of Business & Economic Statistics 36 (2018), for the degrees of freedom.
 *
 * @param inverse V, the inverse of the information, size × size; rows and columns of fixed parameters are 0
 * @param scores first derivatives, clusters × size
 * @param information information of each cluster, size × size
 * @returns undefined if the inverse is not positive definite
 */
export function biasReducedCovariance(
  inverse: Float64Array,
  scores: Float64Array,
  information: readonly Float64Array[],
): BiasReducedCovariance | undefined {
  const full = Math.sqrt(inverse.length);
  const free = Array.from({ length: full }, (_, k) => k).filter((k) => inverse[k * full + k]! > 0);
  const size = free.length;
  const root = rootOf(Float64Array.from(free.flatMap((i) => free.map((k) => inverse[i * full + k]!))), size);
  if (!root) return undefined;

  // In the coordinates Lᵗ·s with V = L·Lᵗ, the parts M of the clusters are symmetric and sum to the identity.
  const parts = information.map((matrix, g) => {
    const own = Float64Array.from(free.flatMap((i) => free.map((k) => matrix[i * full + k]!)));
    const leverage = congruent(root, own, size);
    const score = transposedTimes(
      root,
      Float64Array.from(free, (k) => scores[g * full + k]!),
      size,
    );
    return { leverage, correction: inverseRoot(leverage, size), score };
  });
  const meat = new Float64Array(size * size);
  for (const { correction, score } of parts) {
    const own = times(correction, score, size);
    for (let i = 0; i < size; i++) for (let k = 0; k < size; k++) meat[i * size + k]! += own[i]! * own[k]!;
  }
  const covariance = new Float64Array(full * full);
  const degreesOfFreedom = new Float64Array(full).fill(NaN);
  free.forEach((to, i) => {
    const row = root.subarray(i * size, (i + 1) * size);
    const half = times(meat, row, size);
    free.forEach((other, k) => (covariance[to * full + other] = dot(half, root.subarray(k * size, (k + 1) * size))));
    degreesOfFreedom[to] = satterthwaite(parts, row, size);
  });
  return { covariance, degreesOfFreedom };
}

interface ClusterPart {
  readonly leverage: Float64Array;
  readonly correction: Float64Array;
}

/** (Σ Ω_gg)² / Σ Ω_gh², where Ω is the covariance of the clusters' contributions under the model. */
function satterthwaite(parts: readonly ClusterPart[], contrast: Float64Array, size: number): number {
  const contributions = parts.map(({ leverage, correction }) => {
    const own = times(correction, contrast, size);
    const moved = times(leverage, own, size);
    return { moved, variance: dot(own, moved) };
  });
  let [trace, squares] = [0, 0];
  contributions.forEach(({ moved, variance }, g) => {
    contributions.forEach((other, h) => {
      const covariance = Number(g === h) * variance - dot(moved, other.moved);
      if (g === h) trace += covariance;
      squares += covariance ** 2;
    });
  });
  return trace ** 2 / squares;
}

/** L with L·Lᵗ equal to the matrix; undefined if the matrix is not positive definite. */
function rootOf(matrix: Float64Array, size: number): Float64Array | undefined {
  const scales = unitScales(matrix, size);
  const factor = factorize(scaled(matrix, size, scales), size);
  return factor?.lower.map((value, at) => value / scales[Math.floor(at / size)]!);
}

/** (I - M)^(-1/2); 0 in directions that only this cluster identifies. */
function inverseRoot(leverage: Float64Array, size: number): Float64Array {
  const { values, vectors } = symmetricEigen(leverage, size);
  const roots = values.map((value) => (value > maxLeverage ? 0 : 1 / Math.sqrt(1 - Math.max(0, value))));
  const result = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      let sum = 0;
      for (let k = 0; k < size; k++) sum += vectors[i * size + k]! * roots[k]! * vectors[j * size + k]!;
      result[i * size + j] = sum;
    }
  }
  return result;
}

/** Lᵗ·A·L, symmetrized. */
function congruent(root: Float64Array, matrix: Float64Array, size: number): Float64Array {
  const right = new Float64Array(size * size);
  const result = new Float64Array(size * size);
  for (let i = 0; i < size; i++)
    for (let k = 0; k < size; k++)
      for (let j = 0; j < size; j++) right[i * size + j]! += matrix[i * size + k]! * root[k * size + j]!;
  for (let i = 0; i < size; i++)
    for (let k = 0; k < size; k++)
      for (let j = 0; j < size; j++) result[i * size + j]! += root[k * size + i]! * right[k * size + j]!;
  return result.map((value, at) => (value + result[(at % size) * size + Math.floor(at / size)]!) / 2);
}

function times(matrix: Float64Array, vector: Float64Array, size: number): Float64Array {
  return Float64Array.from({ length: size }, (_, i) => dot(matrix.subarray(i * size, (i + 1) * size), vector));
}

function transposedTimes(matrix: Float64Array, vector: Float64Array, size: number): Float64Array {
  return Float64Array.from({ length: size }, (_, k) =>
    vector.reduce((sum, value, i) => sum + matrix[i * size + k]! * value, 0),
  );
}
