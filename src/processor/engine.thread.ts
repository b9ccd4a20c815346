import { EngineError, peopleOf, simulate, type Scenario, type Summary } from '../engine/index.js';
import { encodeAgents, encodeColumns } from '../simulations/results/column-table.js';
import { errorBudgetMetadata } from '../simulations/results/error-budget.js';
import { PeopleCache } from './people-cache.js';
import { agentsDone, reportStart, stopRequested, type RunControl } from './run-control.js';
import type { MeasuredPeriod } from '../platform/tracing/spans.js';
import { ParsedDefinitions, type SharedDefinition } from './shared-definitions.js';
import { StageClock } from './stage-clock.js';
import { ownThreadTime } from './thread-time.js';

export interface EngineTask {
  definition: SharedDefinition;
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
      /** The stages that the thread measured, for the trace. */
      stages: readonly MeasuredPeriod[];
    }
  | { ok: false; code: string; message: string };

const definitions = new ParsedDefinitions();
const peopleCache = new PeopleCache();

/** Runs in a thread of the pool. Returns an error of the model as a result, and throws all other errors. */
export default function run({ control, ...request }: EngineTask): EngineResult {
  const clock = new StageClock();
  reportStart(control, ownThreadTime());
  try {
    const source = { definitionDigest: request.definition.digest, seed: request.seed };
    const output = simulate({
      ...request,
      definition: definitions.of(request.definition),
      people: peopleCache.get(source, request.agentCount),
      onProgress: (done) => Atomics.store(control, agentsDone, done),
      onStage: (ended) => clock.end(ended),
      shouldStop: () => Atomics.load(control, stopRequested) === 1,
    });
    const { columns, events, summary, digest } = output;
    peopleCache.set(source, peopleOf(columns));
    const agents = encodeAgents(columns, errorBudgetMetadata(summary));
    const eventFile = events.length > 0 ? encodeColumns(events) : null;
    clock.end('parquet');
    return { ok: true, agents, events: eventFile, summary, digest, stages: clock.periods() };
  } catch (error) {
    if (error instanceof EngineError) return { ok: false, code: error.code, message: error.message };
    throw error;
  }
}
