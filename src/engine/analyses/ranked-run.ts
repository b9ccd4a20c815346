import type { Column } from '../columns/column.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Scenario } from '../definition/scenario.schema.js';
import type { Summary } from '../summary/summary.js';

/** One of several simulations of the same agents with the same seed. */
export interface RankedRun {
  readonly definition: WorkflowDefinition;
  readonly scenario: Scenario;
  readonly columns: readonly Column[];
  /** Summary of the simulation. Interacting agents need it: their errors follow from repeated runs. */
  readonly summary: Summary;
}

export interface ManyRequest {
  readonly seed: number;
  /** At least two. */
  readonly runs: readonly RankedRun[];
  /** Id of an outcome, outcome group or measure that all simulations have. */
  readonly figure: string;
  readonly objective: 'maximize' | 'minimize';
  /** Position of the simulation that all others are compared with. */
  readonly reference: number;
  /** Indices of the agents to compare, ascending; default: all. */
  readonly rows?: Int32Array | undefined;
}
