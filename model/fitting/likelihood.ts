/** Parameter that is not a coefficient of an equation, such as a threshold or the logarithm of a standard deviation. */
export interface AncillaryParameter {
  readonly id: string;
  /** Starting value; the log-likelihood of every row must be finite there. */
  readonly start: number;
}

/**
 * Derivatives of one observation's log-likelihood with respect to its E linear predictors and its A ancillary
 * parameters.
 */
export interface KernelDerivatives {
  /** E + A numbers. */
  readonly gradient: Float64Array;
  /** (E + A) × (E + A), row-major order, symmetric, both halves written. */
  readonly hessian: Float64Array;
  /** Whether second derivatives are not needed, so that a kernel can leave them out. */
  readonly isGradientOnly?: boolean;
}

/**
 * Log-likelihood of one observation as a function of its linear predictors. `total-likelihood.ts` applies the chain
 * rule to coefficients once for all families.
 */
export interface LikelihoodKernel {
  /** E: number of linear predictors of an observation. */
  readonly equations: number;
  readonly ancillary: readonly AncillaryParameter[];
  /**
   * Log-likelihood of the outcome of one row; -Infinity or NaN for impossible parameters. If `out` is given, it must
   * contain zeros and receives the derivatives. Derivatives of equations that do not apply to the row remain 0.
   *
   * @param eta E linear predictors of the row
   * @param ancillary A ancillary parameters
   */
  evaluate(row: number, eta: Float64Array, ancillary: Float64Array, out?: KernelDerivatives): number;
  /**
   * Outcome of one row at several points, for kernels without ancillary parameters: the same as `evaluate`, but faster.
   *
   * @param block linear predictors, E × points; receives the derivatives with respect to them
   * @param inverses one number per point, which is multiplied by the inverse of the probability
   * @returns false if a probability is 0 or too small. Then `inverses` is unchanged, and the block has no meaning
   */
  evaluatePoints?(row: number, block: Float64Array, inverses: Float64Array): boolean;
  /** Number that multiplies a linear predictor of a row before it has its effect on the outcome. Default: 1. */
  multiplier?(row: number, equation: number, ancillary: Float64Array): number;
  /**
   * Expected second derivatives before the outcome is known, with the sign and shape of `hessian`, which must contain
   * zeros. Kernels provide it if Fisher's information differs from the observed information and has a closed form.
   * Generalized linear models base their standard errors on it.
   */
  expectedHessian?(row: number, eta: Float64Array, ancillary: Float64Array, hessian: Float64Array): void;
}

/** Terms of one linear predictor, by row. */
export interface DesignEquation {
  /** Positions of the coefficients in this equation, each at most once. */
  readonly coefficients: Int32Array;
  /** rows × coefficients.length, row-major order. */
  readonly matrix: Float64Array;
  /** Addend without a coefficient, one per row. */
  readonly offset?: Float64Array;
}

/** Design of a sample: K coefficients over all equations, and the terms of each equation. */
export interface Design {
  readonly rows: number;
  /** K names. */
  readonly coefficients: readonly string[];
  readonly equations: readonly DesignEquation[];
  /** Weight of each row. Default: 1. */
  readonly weights?: Float64Array;
  /**
   * Cluster of each row, such as a respondent, village or panel, numbered from 0. Default: each row is its own cluster.
   */
  readonly clusters?: Int32Array;
  /**
   * Separate respondents with equal values that each row represents, if the weights are frequencies and clusters contain
   * one respondent. Default: 1.
   */
  readonly frequencies?: Float64Array;
  /**
   * Separate respondents with equal values that each row represents, if the weights are frequencies and clusters contain
   * several respondents. Default: 1.
   */
  readonly repetitions?: Float64Array;
  /** Weight of each row within the joint likelihood of its respondent. Default: 1. */
  readonly jointWeights?: Float64Array;
  /**
   * Respondent of each row, numbered from 0, for models in which coefficients differ between respondents. Default: the
   * clusters.
   */
  readonly respondents?: Int32Array;
  /**
   * Log odds of the latent classes relative to the first, by row, if they have terms of the respondents: one equation per
   * class, of which the first has no terms.
   */
  readonly membership?: Pick<Design, 'coefficients' | 'equations'>;
}
