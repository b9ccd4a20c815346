export type Side = 'scenario' | 'baseline' | 'difference';

/** Standard errors of all numbers in a summary, in the order of an `Expectation`. */
export type StandardErrors = Readonly<Record<Side, Float64Array>> & {
  /** Number of runs from which the standard errors were estimated. */
  readonly runs: number;
};

export interface Uncertainty {
  /** Number of random draws of the coefficients. */
  readonly parameterDraws: number;
  /** Estimation error of the coefficients. Undefined without random draws. */
  readonly estimation: StandardErrors | undefined;
  /** Sampling error if agents interact, from repeated runs with other random errors. Undefined if agents are independent. */
  readonly sampling: StandardErrors | undefined;
}
