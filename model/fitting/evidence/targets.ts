import type { WorkflowDefinition } from '../../definition.js';
import { familyOf } from '../../families/family-of.js';

/** Quantity of an expectation. */
export type Target =
  | { readonly kind: 'outcome' | 'measure'; readonly id: string }
  | { readonly kind: 'curve'; readonly id: string; readonly step: number };

/** Targets of a definition, in the order of its family. */
export function targetsOf({ decision, scenario }: WorkflowDefinition): Target[] {
  const family = familyOf(decision);
  return [
    ...family.outcomes(decision).map(({ id }): Target => ({ kind: 'outcome', id })),
    ...family.measures(decision, scenario.parameters).map(({ id }): Target => ({ kind: 'measure', id })),
    ...family.curves(decision).flatMap(({ id, steps }) => steps.map((step): Target => ({ kind: 'curve', id, step }))),
  ];
}

/** Expectation of each row: outcome shares, means of the measures, points of the curves. */
export interface Expected {
  readonly targets: number;
  /** Rows × targets; NaN for rows that were not selected. */
  readonly values: Float64Array;
}

/** Behavior of simulated agents in the situation of each row. */
export interface Simulated extends Expected {
  /** Rows × targets: sampling variance of each mean. */
  readonly variances: Float64Array;
  /** Agents per respondent that a row represents. */
  readonly agents: number;
  /** Total number of agents. */
  readonly count: number;
  /** Greatest number of rows in which the same agent chooses. Default: 1. */
  readonly rowsPerAgent?: number;
}
