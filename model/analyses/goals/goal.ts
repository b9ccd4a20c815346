/** The quantity that a goal measures: exactly one of the three fields. All are expected values over the agents. */
export interface Quantity {
  /** Id of an outcome or outcome group: its share. */
  readonly share?: string | undefined;
  /** Id of a measure: its mean. */
  readonly measure?: string | undefined;
  /** Value of each outcome. The quantity is the mean of the value over the agents. Omitted outcomes have the value 0. */
  readonly values?: Readonly<Record<string, OutcomeValue>> | undefined;
}

/** Value of an outcome: a number, the name of a parameter or of a variable of the outcome, or both: `factor` × the named number + `constant`. */
export type OutcomeValue = number | string | NamedValue;

export interface NamedValue {
  readonly name: string;
  /** Default: 1. */
  readonly factor?: number | undefined;
  /** Default: 0. A unit cost is negative. */
  readonly constant?: number | undefined;
}

/** A value as a sum: a constant, and a factor of the named number. */
export function partsOfValue(value: OutcomeValue): { name: string | undefined; factor: number; constant: number } {
  if (typeof value === 'number') return { name: undefined, factor: 0, constant: value };
  const { name, factor = 1, constant = 0 } = typeof value === 'string' ? { name: value } : value;
  return { name, factor, constant };
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

/** Points of the curve: on the line of one parameter, and on each axis of the grid of two. */
export const curvePoints = 21;
export const gridPoints = 11;

/** Maximum evaluations of all agents that a goal needs. The search stops before it exceeds them. */
export function maxEvaluationsOf({ parameters, constraints }: Pick<GoalRequest, 'parameters' | 'constraints'>): number {
  return parameters.length === 1 ? 80 + 20 * constraints.length : 400 + 50 * constraints.length;
}

/** Distance of each constraint to its limit; negative if it is violated. */
export function slacksOf(constraints: readonly Constraint[], means: readonly number[]): number[] {
  return constraints.map(({ at_most, at_least }, k) => {
    const value = means[1 + k]!;
    return at_most === undefined ? value - at_least! : at_most - value;
  });
}
