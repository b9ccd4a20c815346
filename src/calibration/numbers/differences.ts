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
  return rough.map((value, index) => (value + rough[(index % n) * n + Math.floor(index / n)]!) / 2);
}
