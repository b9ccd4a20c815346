export type CalibrationErrorCode =
  /**
   * Some coefficients cannot be identified separately: `coefficients` lists the dependent ones, `combinations` the
   * coefficients that each depends on.
   */
  | 'calibration_collinear'
  /**
   * Some direction predicts outcomes perfectly, so that no finite estimate exists: `coefficients` lists the
   * coefficients.
   */
  | 'calibration_separated'
  /** Too few observations for the model, or for the listed coefficients. */
  | 'calibration_too_few'
  /**
   * Estimates change by more than a standard error with twice the draws: `coefficients` lists them, `draws` is the number
   * of draws.
   */
  | 'calibration_too_few_draws'
  /** The rows of one respondent differ in their weight or cluster, or some are fitted and others held out although a decision has periods. */
  | 'calibration_uneven_panel'
  /** Alternatives of a nest are not closer substitutes for each other than for the others: `coefficients` lists the dissimilarity. */
  | 'calibration_wrong_nest'
  /** An outcome of the model does not occur in the data: `outcomes` lists it. */
  | 'calibration_outcome_never_seen'
  /** The optimizer stopped before the maximum: `iterations`, `gradient_norm` and `path`. */
  | 'calibration_not_converged'
  /** The optimizer stopped, because the likelihood is flat in some direction: `coefficients` lists its coefficients. */
  | 'calibration_flat'
  /** The log-likelihood or its derivatives are not finite numbers at the starting values. */
  | 'calibration_not_finite'
  /** The likelihood is flat or a saddle at the estimates: the information matrix has no inverse. */
  | 'calibration_no_covariance'
  /** More than 5% of the bootstrap replicates have no estimates: `failed` and `replicates` are their numbers. */
  | 'calibration_bootstrap_failed'
  /**
   * The simulated baseline differs from the data: `respondents` are those of the observed values, `figures` lists the differences, and
   * `parameters` the parameters whose default can be the cause.
   */
  | 'calibration_baseline_differs'
  /** Agents of the fitted distribution have other shares than the rows: `id`, `rows` and `synthetic`. */
  | 'calibration_population_differs';

/** Error of a calibration. `code` is stable; `meta` names the coefficients, outcomes or rows that caused it. */
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
