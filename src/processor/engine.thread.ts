import { EngineError, simulate, type Scenario, type Summary, type WorkflowDefinition } from '../engine/index.js';
import { encodeColumns } from '../simulations/results/column-table.js';

export interface EngineTask {
  definition: WorkflowDefinition;
  scenario: Scenario;
  seed: number;
  agentCount: number;
  parameterDraws: number;
  /** Two shared numbers: agents done (the thread writes), and 1 to stop (the thread reads). */
  control: Int32Array<SharedArrayBuffer>;
}

export type EngineResult =
  | {
      ok: true;
      agents: Uint8Array<ArrayBuffer>;
      events: Uint8Array<ArrayBuffer> | null;
      summary: Summary;
      digest: string;
    }
  | { ok: false; code: string; message: string };

export const agentsDone = 0;
export const stopRequested = 1;

export function newControl(): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
}

/** Runs in a thread of the pool. An error of the model is an answer; anything else is thrown. */
export default function run({ control, ...request }: EngineTask): EngineResult {
  try {
    const output = simulate({
      ...request,
      onProgress: (done) => Atomics.store(control, agentsDone, done),
      shouldStop: () => Atomics.load(control, stopRequested) === 1,
    });
    const { columns, events, summary, digest } = output;
    return {
      ok: true,
      agents: encodeColumns(columns),
      events: events.length > 0 ? encodeColumns(events) : null,
      summary,
      digest,
    };
  } catch (error) {
    if (error instanceof EngineError) return { ok: false, code: error.code, message: error.message };
    throw error;
  }
}
