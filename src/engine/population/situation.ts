import type { AttributeTable } from './attribute-table.js';
import type { StreamKey } from '../random/stream-key.js';

/** Attributes and assignments of the agents [from, to), and the source of their random errors. */
export interface Situation {
  readonly key: StreamKey;
  readonly from: number;
  readonly to: number;
  readonly attributes: AttributeTable;
  /** Assignments under the scenario and under the baseline: one array per assignment, 1 or 0 per agent. */
  readonly assigned: {
    readonly scenario: readonly Uint8Array[];
    readonly baseline: readonly Uint8Array[];
    /** Under the calibrated baseline. Default: `baseline`. */
    readonly calibrated?: readonly Uint8Array[];
  };
  /** Number of the replicate. Each replicate has the same agents with other random errors. Replicate 0 produces the columns of the agents. */
  readonly replicate: number;
  /** The same agents in the second and each later period of a choice with periods. Default: their attributes and assignments do not change. */
  readonly later?: readonly Situation[];
  /** Called after each step of a run with several steps. It throws to stop the run. */
  readonly onStep?: (done: number, total: number) => void;
}
