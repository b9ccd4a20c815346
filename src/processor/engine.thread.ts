import { shortened } from '../common/texts.js';
import { baselineScenario, EngineError, type Scenario } from '../../model/definition.js';
import { peopleOf, simulate } from '../../model/simulate.js';
import { RunFailure } from '../simulations/failure-codes.js';
import { chooseHeadline } from '../simulations/headline.js';
import { threadWorkOf, type RunTask } from '../simulations/run.kind.js';
import { encodeAgents, encodeColumns } from '../simulations/results/column-table.js';
import { codebookMetadata } from '../simulations/results/agent-table.js';
import { errorBudgetMetadata } from '../simulations/results/result-format.js';
import { encodeResult, encodeSummary, type EncodedSummary } from '../simulations/stored-summary.js';
import type { RespondentSample } from '../workflows/respondent-samples.js';
import { PeopleCache, ParsedDefinitions, type SharedDefinition } from './engine-caches.js';
import { agentsDone, reportStart, stopRequested, type RunControl } from './run-watch.js';
import type { MeasuredPeriod } from '../platform/tracing/spans.js';
import { StageClock } from './engine-tasks.js';
import { ownThreadTime } from '../platform/process/measured.js';

/** A failure of a fit can contain values of the dataset. Every record of the simulation has the message. */
const maxFailureCharacters = 4_000;

export interface EngineTask {
  definition: SharedDefinition;
  scenario: Scenario;
  seed: number;
  agentCount: number;
  /** Undefined for the default of the engine: the delta method if agents are independent. */
  parameterDraws: number | undefined;
  /** The outcome, outcome group or measure that the question names. */
  asked?: string | null | undefined;
  /** What to run in place of a simulation: the plan of another kind. */
  execution?: ({ kind: string; plan: object } & Pick<RunTask, 'input' | 'details' | 'block'>) | undefined;
  control: RunControl;
}

export type EngineResult =
  | (EncodedSummary & {
      ok: true;
      /** Null for runs that store no agents: all except simulations and blocks. */
      agents: Uint8Array<ArrayBuffer> | null;
      events: Uint8Array<ArrayBuffer> | null;
      digest: string;
      /** The rows of the respondents of a fit. */
      sample?: RespondentSample | undefined;
      /** The stages that the thread measured, for the trace. */
      stages: readonly MeasuredPeriod[];
    })
  | { ok: false; code: string; message: string };

const definitions = new ParsedDefinitions();
const peopleCache = new PeopleCache();

/** Runs in a thread of the pool. Returns an error of the model as a result, and throws all other errors. */
export default async function run({ control, execution, asked, ...request }: EngineTask): Promise<EngineResult> {
  const clock = new StageClock();
  reportStart(control, ownThreadTime());
  try {
    const source = { definitionDigest: request.definition.digest, seed: request.seed };
    const task = {
      ...request,
      definition: definitions.of(request.definition),
      people: peopleCache.get(source, request.agentCount),
      onProgress: (done: number) => Atomics.store(control, agentsDone, done),
      onStage: (ended: string) => clock.end(ended),
      shouldStop: () => Atomics.load(control, stopRequested) === 1,
    };
    if (execution) {
      // Simulations need none of this code.
      const { kindNamed } = await import('../simulations/kinds/index.js');
      const { work: whole, noun } = kindNamed(execution.kind);
      const work = threadWorkOf(whole);
      if (!work) throw new Error(`a ${noun} cannot run in a thread`);
      const { plan, input, details: ofBlocks, block } = execution;
      const output = await work.execute(plan, { ...task, asked, input, details: ofBlocks, block });
      const { result, digest, agents = null, details, sample } = output;
      peopleCache.set(source, output.people);
      clock.end('execution');
      return {
        ok: true,
        agents,
        events: null,
        ...encodeResult(result, details),
        digest,
        sample,
        stages: clock.periods(),
      };
    }
    const output = simulate(task);
    const { columns, events, summary, digest } = output;
    const { definition, scenario } = task;
    const headline = chooseHeadline(definition, { scenario, reference: baselineScenario(definition), asked }, summary);
    peopleCache.set(source, peopleOf(columns));
    const agents = encodeAgents(columns, [...errorBudgetMetadata(summary), ...codebookMetadata(definition, columns)]);
    const eventFile = events.length > 0 ? encodeColumns(events) : null;
    clock.end('parquet');
    return {
      ok: true,
      agents,
      events: eventFile,
      ...encodeSummary({ ...summary, headline }),
      digest,
      stages: clock.periods(),
    };
  } catch (error) {
    if (error instanceof EngineError || error instanceof RunFailure)
      return { ok: false, code: error.code, message: shortened(error.message, maxFailureCharacters) };
    throw error;
  }
}
