/** A function to climb, with as many parameters as `size`. It is minus infinity or NaN where the parameters are impossible. */
export interface Objective {
  readonly size: number;
  value(parameters: Float64Array): number;
  /** The value; writes its `size` first derivatives. */
  slope(parameters: Float64Array, gradient: Float64Array): number;
}

/** An objective that knows its second derivatives: `size` × `size`, row by row, symmetric. */
export interface CurvedObjective extends Objective {
  curvature(parameters: Float64Array, gradient: Float64Array, hessian: Float64Array): number;
}

/** One step of a climb. */
export interface ClimbStep {
  readonly iteration: number;
  readonly logLikelihood: number;
  /** The largest absolute first derivative, by the parameters as they are. */
  readonly gradientNorm: number;
  /** What part of the proposed step was taken to come here: 1 for all, 0 at the start. */
  readonly step: number;
}

export interface Climb {
  readonly parameters: Float64Array;
  readonly logLikelihood: number;
  readonly path: readonly ClimbStep[];
  /** The step that would come next. It is tiny at a proper top, and not where the top lies at infinity. */
  readonly next: Float64Array;
}
