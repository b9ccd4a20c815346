export type CalibrationErrorCode =
  /** Some coefficients cannot be told apart: `coefficients` names each dependent one, `combinations` what it is tied to. */
  | 'calibration_collinear'
  /** Outcomes are predicted perfectly along a direction, so that no finite estimate is best: `coefficients` names it. */
  | 'calibration_separated'
  /** Too few observations: for the model as a whole, or for the coefficients named. */
  | 'calibration_too_few'
  /** An outcome of the model that nobody in the data has: `outcomes` names it. */
  | 'calibration_outcome_never_seen'
  /** The climb ended without reaching the top: `iterations`, `gradient_norm`, and `path`. */
  | 'calibration_not_converged'
  /** The likelihood of the data is not a number, or impossible, where the climb begins. */
  | 'calibration_not_finite'
  /** The top is flat or a saddle: the information matrix has no inverse. */
  | 'calibration_no_covariance';

/** The one error of calibration. `code` is stable; `meta` names the coefficients, outcomes or rows that caused it. */
export class CalibrationError extends Error {
  constructor(
    readonly code: CalibrationErrorCode,
    message: string,
    readonly meta: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'CalibrationError';
  }
}
