import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { canonicalJson, sha256 } from '../common/crypto.js';
import { isOutOfMemory, Thread } from '../common/thread.js';
import { workerMemory } from '../config/memory-limits.js';
import { baselineScenario } from '../../model/definition.js';
import { SurveyModel } from '../language-model/survey-model.service.js';
import { recordSpan } from '../platform/tracing/spans.js';
import { RunFailure } from '../simulations/failure-codes.js';
import { kindOf } from '../simulations/kinds/index.js';
import type { Run } from '../simulations/queue/simulation-claims.service.js';
import { usesLanguageModel, type LanguageModelWork } from '../simulations/run.kind.js';
import { encodeResult } from '../simulations/stored-summary.js';
import { WorkflowCatalog, type Workflow } from '../workflows/workflow-catalog.service.js';
import { SharedDefinitions } from './engine-caches.js';
import { EngineTasks, inQueue, type QueuePlace } from './engine-tasks.js';
import type { EngineResult, EngineTask } from './engine.thread.js';
import { agentsDone, newControl, stopRequested, type RunWatch } from './run-watch.js';

export const engineThreads = availableParallelism();
// More agents would delay the start and speed up the first task by less than 50 ms.
const warmUpAgentCount = 500;

/** A task with the definition that {@link EnginePool} sends to the thread. */
export interface RunTask extends Omit<EngineTask, 'definition'> {
  workflow: Workflow;
}

/** Runs the engine in threads, so that the event loop of the worker is not blocked. */
@Injectable()
export class EnginePool implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly threads = new Thread<EngineTask, EngineResult>(join(import.meta.dirname, 'engine.thread.js'), {
    size: engineThreads,
    // Without it, one run could end the process with all others.
    maxMemoryMb: workerMemory.engineThread.memoryMb,
    idleTimeoutMs: Infinity,
    taskQueue: new EngineTasks(),
  });
  private readonly definitions = new SharedDefinitions();

  constructor(private readonly catalog: WorkflowCatalog) {}

  /** Warms up the first thread, because its first task would take ten times as long. The others start when simulations wait. */
  async onApplicationBootstrap(): Promise<void> {
    const workflow = this.catalog.any();
    const scenario = baselineScenario(workflow.definition);
    const sample = { seed: 0, agentCount: warmUpAgentCount, parameterDraws: 2 };
    await this.run({ workflow, scenario, ...sample, control: newControl() }, { tier: 'live', priority: 'paying' });
  }

  /** @param signal ends the thread of the task, or removes the task from the queue. The promise is then rejected. */
  run({ workflow, ...task }: RunTask, place: QueuePlace, signal?: AbortSignal): Promise<EngineResult> {
    const definition = this.definitions.of(workflow);
    return this.threads.run(inQueue({ ...task, definition }, place), signal);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.close();
  }
}

const stopCheckMs = 100;

type Waiting = <T>(work: () => Promise<T>) => Promise<T>;

/** Computes a run: in an engine thread, and with answers of the language model. */
@Injectable()
export class RunComputation {
  constructor(
    private readonly pool: EnginePool,
    private readonly surveys: SurveyModel,
  ) {}

  /** @param waiting runs work during which the run uses no thread */
  async compute(run: Run, task: RunTask, watch: RunWatch, waiting: Waiting): Promise<EngineResult> {
    const result = await this.inThread(run, task, watch);
    const { work } = kindOf(run.simulation);
    return result.ok && usesLanguageModel(work) ? waiting(() => this.answered(run, task, work, result)) : result;
  }

  private async inThread({ tier, priority }: Run, task: RunTask, watch: RunWatch): Promise<EngineResult> {
    try {
      const result = await this.pool.run(task, { tier, priority }, watch.signal);
      if (result.ok) for (const stage of result.stages) recordSpan(stage);
      return result;
    } catch (error) {
      if (isOutOfMemory(error))
        return { ok: false, code: 'out_of_memory', message: outOfMemoryMessage(task.execution?.input !== undefined) };
      if (!watch.signal.aborted) throw error;
      return canceled('The thread of the run was ended.');
    } finally {
      // Also: the time that the language model takes is not processor time.
      watch.stop();
    }
  }

  /** Requests the answers for the people that the thread prepared. */
  private async answered(
    { simulation, tier }: Run,
    { execution, seed, control }: RunTask,
    work: LanguageModelWork<object, object>,
    prepared: Extract<EngineResult, { ok: true }>,
  ): Promise<EngineResult> {
    if (!this.surveys.isConfigured)
      return { ok: false, code: 'language_model_not_configured', message: notConfiguredMessage };
    const stop = new AbortController();
    const timer = setInterval(() => {
      if (Atomics.load(control, stopRequested) === 1) stop.abort();
    }, stopCheckMs);
    try {
      const { plan } = execution!;
      const input = JSON.parse(Buffer.from(prepared.summary).toString()) as object;
      const owner = { organizationId: simulation.organizationId, tier };
      const survey = { ...work.survey(plan, input), owner, seed };
      const answers = await this.surveys.answers(survey, stop.signal, (done) =>
        Atomics.store(control, agentsDone, done),
      );
      const result = work.summarize(plan, input, answers);
      const digest = sha256(canonicalJson(result)).toString('hex');
      return { ...prepared, ...encodeResult(result), digest };
    } catch (error) {
      if (error instanceof RunFailure) return { ok: false, code: error.code, message: error.message };
      if (stop.signal.aborted) return canceled('The run was stopped while it waited for the language model.');
      throw error;
    } finally {
      clearInterval(timer);
    }
  }
}

const canceled = (message: string): EngineResult => ({ ok: false, code: 'simulation_canceled', message });

const outOfMemoryMessage = (isOfDataset: boolean) =>
  isOfDataset
    ? 'The fit needs more memory than the service has for one run. Use fewer terms or categories in the formula, or a random sample of the rows.'
    : 'The run needs more memory than the service has for one run. Use fewer agents, or a workflow with fewer groups and periods.';

const notConfiguredMessage =
  'The worker has no language model. The operator sets SVC_LLM_URL and SVC_LLM_MODEL for API and worker.';
