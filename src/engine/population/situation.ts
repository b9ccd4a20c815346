import { type AttributeTable } from './attribute-table.js';
import { type StreamKey } from '../random/stream-key.js';

/** The agents [from, to) and the world that each of them meets. */
export interface Situation {
  readonly key: StreamKey;
  readonly from: number;
  readonly to: number;
  readonly attributes: AttributeTable;
  /** By assignment, 1 or 0 for each agent: under the scenario, and under the baseline. */
  readonly assigned: { readonly scenario: readonly Uint8Array[]; readonly baseline: readonly Uint8Array[] };
  /** Another number is other luck for the same people. 0 is the run that the agents' columns show. */
  readonly replicate: number;
  /** Called after each step of a run in steps; it throws to stop the run. */
  readonly onStep?: (done: number, of: number) => void;
}
