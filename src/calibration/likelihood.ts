/** A parameter of the model that is not a coefficient of an equation: a threshold, the log of a spread. */
export interface AncillaryParameter {
  readonly id: string;
  /** Where the climb begins; the likelihood of every row must be finite there. */
  readonly start: number;
}

/** Derivatives of one observation's log-likelihood by its E equations and then its A ancillary parameters, jointly. */
export interface KernelDerivatives {
  /** E + A numbers. */
  readonly gradient: Float64Array;
  /** (E + A) × (E + A), row by row, symmetric, both halves written. */
  readonly hessian: Float64Array;
}

/**
 * What a family knows of one observation: how likely its outcome is, given what the equations say. It knows neither coefficients
 * nor attributes: chaining its derivatives to those is done once for all families (`total-likelihood.ts`).
 */
export interface LikelihoodKernel {
  /** E: how many linear predictors an observation has. */
  readonly equations: number;
  readonly ancillary: readonly AncillaryParameter[];
  /**
   * The log-likelihood of the outcome of one row; -Infinity or NaN where the parameters are impossible.
   * `out`, when given, comes zeroed and is filled in; an equation the row does not have is left at zero.
   *
   * @param eta values of the E equations of this row
   * @param ancillary values of the A ancillary parameters
   */
  evaluate(row: number, eta: Float64Array, ancillary: Float64Array, out?: KernelDerivatives): number;
  /**
   * Fisher's information where it differs from the observed one and has a closed form: writes the second derivatives expected
   * before the outcome is known, with the sign and shape of `hessian`, which comes zeroed. What generalized linear models report as
   * standard errors comes from these.
   */
  expectedHessian?(row: number, eta: Float64Array, ancillary: Float64Array, hessian: Float64Array): void;
}

/** One linear predictor: its terms by row. */
export interface DesignEquation {
  /** Which coefficients of the design occur in this equation, each at most once. */
  readonly coefficients: Int32Array;
  /** rows × coefficients.length, row by row. */
  readonly matrix: Float64Array;
  /** What is added without a coefficient. */
  readonly offset?: Float64Array;
}

/** What the rows say, in numbers: K coefficients over all equations, each equation with those that occur in it. */
export interface Design {
  readonly rows: number;
  /** K names. */
  readonly coefficients: readonly string[];
  readonly equations: readonly DesignEquation[];
  /** How many times each row counts; 1 when absent. */
  readonly weights?: Float64Array;
  /** Which respondent, village or panel each row belongs to, numbered from 0; each row is its own when absent. */
  readonly clusters?: Int32Array;
}
