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
