import type { Objective } from '../objective.js';

/**
 * Observed information: minus the second derivatives of an objective, by central differences of its gradients,
 * symmetrized. The error is of the order of the squared step, which is 1e-5 of the parameter's size.
 *
 * @returns size × size, row-major order
 */
export function informationByDifferences(objective: Objective, at: Float64Array): Float64Array {
  const n = objective.size;
  const above = new Float64Array(n);
  const below = new Float64Array(n);
  const rough = new Float64Array(n * n);
  for (let k = 0; k < n; k++) {
    const step = 1e-5 * Math.max(1, Math.abs(at[k]!));
    const moved = Float64Array.from(at);
    moved[k] = at[k]! + step;
    objective.evaluateGradient(moved, above);
    moved[k] = at[k]! - step;
    objective.evaluateGradient(moved, below);
    for (let j = 0; j < n; j++) rough[k * n + j] = (below[j]! - above[j]!) / (2 * step);
  }
  return symmetrized(rough, n);
}

/**
 * Observed information of each cluster: minus the derivatives of its scores, by central differences, symmetrized.
 *
 * @param scoresAt first derivatives by cluster, clusters × size
 * @returns clusters × size × size
 */
export function clusterInformationByDifferences(
  scoresAt: (parameters: Float64Array) => Float64Array,
  at: Float64Array,
): Float64Array[] {
  const n = at.length;
  const differences = Array.from(at, (value, k) => {
    const step = 1e-5 * Math.max(1, Math.abs(value));
    const [above, below] = [step, -step].map((by) => scoresAt(at.map((own, i) => (i === k ? own + by : own))));
    return above!.map((score, place) => (below![place]! - score) / (2 * step));
  });
  return Array.from({ length: differences[0]!.length / n }, (_, cluster) =>
    symmetrized(
      Float64Array.from(
        { length: n * n },
        (_entry, index) => differences[Math.floor(index / n)]![cluster * n + (index % n)]!,
      ),
      n,
    ),
  );
}

function symmetrized(matrix: Float64Array, n: number): Float64Array {
  return matrix.map((value, index) => (value + matrix[(index % n) * n + Math.floor(index / n)]!) / 2);
}
