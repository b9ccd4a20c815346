import type { ErrorParts } from '../../summary/errors.js';
import type { Interval } from '../../summary/intervals.js';

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
