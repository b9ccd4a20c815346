/** The quantity that a goal measures: exactly one of the three fields. All are expected values over the agents. */
export interface Quantity {
  /** Id of an outcome or outcome group: its share. */
  readonly share?: string | undefined;
  /** Id of a measure: its mean. */
  readonly measure?: string | undefined;
  /**
   * Value of each outcome: a number, or the name of a parameter or of a variable of the outcome. The quantity is the mean of the value
   * over the agents. Omitted outcomes have the value 0.
   */
  readonly values?: Readonly<Record<string, number | string>> | undefined;
}

export interface Objective extends Quantity {
  readonly goal: 'reach' | 'maximize' | 'minimize';
  /** Value to reach; only for `reach`. */
  readonly target?: number | undefined;
}

export interface Constraint extends Quantity {
  readonly at_most?: number | undefined;
  readonly at_least?: number | undefined;
}

/** A parameter that a goal varies, with its bounds. */
export interface VariedParameter {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** A goal with all defaults filled in. */
export interface GoalRequest {
  /** One or two parameters. */
  readonly parameters: readonly VariedParameter[];
  readonly objective: Objective;
  readonly constraints: readonly Constraint[];
}
