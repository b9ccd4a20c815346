/** Function to maximize, with `size` parameters. Its value is -Infinity or NaN for impossible parameters. */
export interface Objective {
  readonly size: number;
  value(parameters: Float64Array): number;
  /** Returns the value and writes the `size` first derivatives to `gradient`. */
  evaluateGradient(parameters: Float64Array, gradient: Float64Array): number;
}

/** Objective with second derivatives: `size` × `size`, row-major order, symmetric. */
export interface TwiceDifferentiableObjective extends Objective {
  evaluateHessian(parameters: Float64Array, gradient: Float64Array, hessian: Float64Array): number;
}

/** One iteration of an optimizer. */
export interface OptimizerStep {
  readonly iteration: number;
  readonly logLikelihood: number;
  /** Largest absolute first derivative. */
  readonly gradientNorm: number;
  /** Fraction of the proposed step that was accepted: 1 for a full step, 0 at the start. */
  readonly step: number;
}

/** Maximum that an optimizer found. */
export interface Maximum {
  readonly parameters: Float64Array;
  readonly logLikelihood: number;
  readonly path: readonly OptimizerStep[];
  /** The next step. It is tiny at a finite maximum, but not if the maximum is at infinity. */
  readonly next: Float64Array;
}

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
