export type Side = 'scenario' | 'baseline' | 'difference';
/** Standard errors of everything that the answer tells, in the order of an `Expectation`. */
export type StandardErrors = Readonly<Record<Side, Float64Array>> & {
  /** How many runs told them. */
  readonly runs: number;
};
export interface Uncertainty {
  readonly parameterDraws: number;
  /** The error of the estimates; nothing without draws. */
  readonly estimation: StandardErrors | undefined;
  /** The error of a sample of agents who meet each other, from runs with other luck; those who do not meet need none: agents tell it. */
  readonly sampling: StandardErrors | undefined;
}
