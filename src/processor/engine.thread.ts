import { EngineError, simulate, type Scenario, type Summary, type WorkflowDefinition } from '../engine/index.js';
import { encodeAgents, encodeColumns } from '../simulations/results/column-table.js';
import { errorBudgetMetadata } from '../simulations/results/error-budget.js';
import { agentsDone, reportStart, stopRequested, type RunControl } from './run-control.js';
import { ownThreadTime } from './thread-time.js';

export interface EngineTask {
  definition: WorkflowDefinition;
  scenario: Scenario;
  seed: number;
  agentCount: number;
  /** Undefined for the default of the engine: the delta method if agents are independent. */
  parameterDraws: number | undefined;
  control: RunControl;
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

/** Runs in a thread of the pool. Returns an error of the model as a result, and throws all other errors. */
export default function run({ control, ...request }: EngineTask): EngineResult {
  reportStart(control, ownThreadTime());
  try {
    const output = simulate({
      ...request,
      onProgress: (done) => Atomics.store(control, agentsDone, done),
      shouldStop: () => Atomics.load(control, stopRequested) === 1,
    });
    const { columns, events, summary, digest } = output;
    return {
      ok: true,
      agents: encodeAgents(columns, errorBudgetMetadata(summary)),
      events: events.length > 0 ? encodeColumns(events) : null,
      summary,
      digest,
    };
  } catch (error) {
    if (error instanceof EngineError) return { ok: false, code: error.code, message: error.message };
    throw error;
  }
}
