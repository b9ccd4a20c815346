import type { ErrorParts } from '../../summary/errors.js';
import type { Interval } from '../../summary/intervals.js';

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

/** A value with its 95% interval and the parts of its error. */
export interface GoalFigure {
  readonly value: number;
  /** Null if the simulation error is unknown. */
  readonly interval: Interval | null;
  readonly errors: ErrorParts;
  /** Parts that are unknown, so that the interval does not contain them. */
  readonly missing_parts: readonly (keyof ErrorParts)[];
}

/**
 * `optimum`: the best feasible point. `reached`: the objective has its target. `unreachable`: no feasible point has the target, and the
 * result is the nearest reachable one. `infeasible`: no point satisfies the constraints, and the result violates them least.
 */
export type Finding = 'optimum' | 'reached' | 'unreachable' | 'infeasible';

export interface GoalArgument {
  readonly parameter: string;
  readonly value: number;
  /** Null if the interval cannot be computed (see `errors`), or if the bounds of the goal contain a single point of it. */
  readonly interval: Interval | null;
  readonly errors: ErrorParts | null;
  readonly missing_parts: readonly (keyof ErrorParts)[];
  /** The bound of the goal at which the value is; null inside. */
  readonly at_bound: 'from' | 'to' | null;
  /** Whether the value is outside the calibrated range. */
  readonly is_extrapolation: boolean;
}

export interface GoalOutcome {
  readonly id: string;
  readonly label: string;
  readonly share: number;
  /** Share with the values of the scenario. */
  readonly start_share: number;
}

export interface GoalCurvePoint extends GoalFigure {
  readonly values: Readonly<Record<string, number>>;
  readonly is_feasible: boolean;
}

export interface GoalResult {
  readonly finding: Finding;
  readonly arguments: readonly GoalArgument[];
  readonly objective: GoalFigure & {
    readonly start_value: number;
    /** Value in the result minus the value at the start. Both have the same agents and coefficients. */
    readonly gain: GoalFigure;
  };
  readonly constraints: readonly (GoalFigure & {
    readonly limit: number;
    readonly is_satisfied: boolean;
    readonly is_active: boolean;
  })[];
  /** Expected number of agents with the share of the objective; null for other objectives. */
  readonly agents_reached: number | null;
  readonly outcomes: readonly GoalOutcome[];
  /** All values of the parameter at which the objective has its target, for a goal with one parameter. */
  readonly solutions: readonly number[];
  readonly curve: readonly GoalCurvePoint[];
  readonly evaluations: number;
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
