import { lacksRows } from '../../model/simulate.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { AppError } from '../common/errors/app-error.js';
import type { Tier } from '../common/identity/caller.js';
import type { Scenario } from '../../model/definition.js';
import { isDatabaseUnavailable } from '../platform/database/database-unavailable.js';
import { metrics } from '../platform/metrics/metrics.js';
import { readOrigin, epochMs, inSpan, recordSpan } from '../platform/tracing/spans.js';
import { WorkflowCatalog, type Workflow } from '../workflows/workflow-catalog.service.js';
import { SimulationClaims, type Run } from '../simulations/queue/simulation-claims.service.js';
import { timeBudgetCode } from '../simulations/failure-codes.js';
import { SimulationRuns } from '../simulations/queue/simulation-runs.service.js';
import type { SimulationRecord } from '../simulations/simulation.record.js';
import { RunBlocks } from '../simulations/blocks/run-blocks.service.js';
import { kindOf } from '../simulations/kinds/index.js';
import { combinesBlocks, isGroup } from '../simulations/run.kind.js';
import { Datasets } from '../datasets/datasets.service.js';
import { Heartbeat, agentsDone, newControl, stopRequested, type RunControl, RunWatch } from './run-watch.js';
import type { EngineResult } from './engine.thread.js';
import { engineThreads, RunComputation } from './run-computation.service.js';

/** In each tier. Twice the number of threads, because one simulation can compute while another reads or writes rows. */
export const maxConcurrentRuns = 2 * engineThreads;

/** Runs in each tier that can wait for a language model in addition to {@link maxConcurrentRuns}. */
const maxWaitingRuns = 16;

const heartbeatIntervalMs = 500;
/** Time that active runs have to finish when the worker stops. */
const stopTimeoutMs = 5_000;
/** Delay of a run that is requeued because a store was unavailable. */
const unavailablePauseMs = 2_000;

/** The outcome of a run. `taken_over`: another worker took over the simulation, or it was canceled. */
type RunOutcome = 'completed' | 'failed' | 'handed_back' | 'taken_over';

/** Runs simulations in this worker, from the claim to the stored results. */
@Injectable()
export class SimulationRunner {
  private readonly logger = new Logger(SimulationRunner.name);
  private readonly loops: Record<Tier, Set<Promise<void>>> = { live: new Set(), sandbox: new Set() };
  /** Runs that wait for a language model and use no thread. */
  private readonly waiting: Record<Tier, number> = { live: 0, sandbox: 0 };
  private readonly controls = new Set<RunControl>();
  private stopping = false;

  constructor(
    private readonly claims: SimulationClaims,
    private readonly runs: SimulationRuns,
    private readonly catalog: WorkflowCatalog,
    private readonly computation: RunComputation,
    private readonly datasets: Datasets,
    private readonly blocks: RunBlocks,
  ) {}

  /** Runs simulations one after the other until none can be claimed. Does nothing if the tier has reached its concurrency limit. */
  async work(tier: Tier): Promise<void> {
    const loops = this.loops[tier];
    const idle = Math.min(this.waiting[tier], maxWaitingRuns);
    if (this.stopping || loops.size - idle >= maxConcurrentRuns) return;
    const loop = this.runQueued(tier).finally(() => loops.delete(loop));
    loops.add(loop);
    await loop;
  }

  /** Claims no new runs, waits briefly for active ones, and requeues the rest. */
  async stop(): Promise<void> {
    this.stopping = true;
    const ended = Promise.all(Object.values(this.loops).flatMap((loops) => [...loops]));
    await Promise.race([ended, sleep(stopTimeoutMs, undefined, { ref: false })]);
    for (const control of this.controls) Atomics.store(control, stopRequested, 1);
    await ended;
  }

  private async runQueued(tier: Tier): Promise<void> {
    try {
      while (!this.stopping) {
        const startMs = epochMs();
        const run = await this.claims.claim(tier);
        if (!run) return;
        const claim = { name: 'simulation.claim', startMs, endMs: epochMs() };
        recordSpan(claim, readOrigin(run.simulation.origin)?.trace_parent);
        await this.runClaimed(run);
      }
    } catch (error) {
      this.logger.warn({ error, tier }, 'failed to claim simulations, will retry');
    }
  }

  private async runClaimed(run: Run): Promise<void> {
    const fields = logFields(run);
    try {
      if (this.stopping) return await this.runs.requeue(run, 0);
      const parent = readOrigin(run.simulation.origin)?.trace_parent;
      await inSpan('simulation.run', { attributes: fields, parent }, () => this.runTimed(run));
    } catch (error) {
      this.logger.error({ error, ...fields }, 'run aborted, will be requeued');
      // A run that cannot be requeued is free when its lease expires.
      await (isStoreUnavailable(error) ? this.runs.requeue(run, unavailablePauseMs) : this.runs.release(run)).catch(
        (reason: unknown) => this.logger.warn({ error: reason, ...fields }, 'failed to release run'),
      );
    }
  }

  private async runTimed(run: Run): Promise<void> {
    const { startedAt, createdAt, workflowId } = run.simulation;
    metrics.waits.observe({ tier: run.tier }, Math.max(0, Number(startedAt) - Number(createdAt)) / 1_000);
    const begunMs = performance.now();
    const outcome = await this.compute(run);
    const durationMs = Math.round(performance.now() - begunMs);
    // Names of customers' workflows would create unlimited metric series and reveal them to everyone who reads the metrics.
    const workflow = this.catalog.isBuiltIn(workflowId) ? workflowId : 'private';
    metrics.runs.observe({ workflow, outcome }, durationMs / 1_000);
    this.logger.log({ ...logFields(run), outcome, duration_ms: durationMs }, 'run ended');
  }

  private async compute(run: Run): Promise<RunOutcome> {
    const { simulation } = run;
    const { organizationId, definitionDigest } = simulation;
    const workflow = await this.catalog.withDigest(run.tier, definitionDigest, organizationId);
    if (!workflow) {
      const message = 'The workflow version is no longer in the catalog. Create a simulation with a published version.';
      return this.fail(run, 'workflow_unavailable', message);
    }
    if (lacksRows(workflow.definition)) {
      const message =
        'The rows of the workflow were deleted with their dataset before the run. Create the run again: its agents are then synthetic.';
      return this.fail(run, 'dataset_unavailable', message);
    }
    const input = await this.inputOf(run);
    if (input === null) {
      const message = 'The dataset was deleted or expired before the fit ran. Upload it again and create a new fit.';
      return this.fail(run, 'dataset_unavailable', message);
    }
    const details = combinesBlocks(kindOf(simulation), simulation)
      ? await this.blocks.details(run.tier, simulation)
      : undefined;
    const control = newControl();
    this.controls.add(control);
    const heartbeat = new Heartbeat(heartbeatIntervalMs, () => this.beat(run, control));
    const watch = new RunWatch(control, run.computeMs);
    try {
      const { agentCount } = simulation;
      const parameterDraws = simulation.parameterDraws ?? undefined;
      const scenario = simulation.scenarioContext as Scenario;
      const { kind, request, parentIndex: block } = simulation;
      const execution =
        kind === 'simulation'
          ? undefined
          : { kind, plan: request as object, input, details, block: block ?? undefined };
      const { outcome: asked } = (simulation.routedVia ?? {}) as Partial<NonNullable<SimulationRecord['routed_via']>>;
      const seed = Number(simulation.seed);
      const task = { workflow, scenario, seed, agentCount, parameterDraws, asked, execution, control };
      const waiting = <T>(work: () => Promise<T>) => this.whileWaiting(run.tier, work);
      const result = await inSpan('simulation.compute', {}, () => this.computation.compute(run, task, watch, waiting));
      if (watch.isExceeded && !result.ok) return await this.failExceeded(run);
      return await inSpan('simulation.store', {}, () => this.store(run, result, workflow, control, heartbeat));
    } finally {
      watch.stop();
      await heartbeat.stop();
      this.controls.delete(control);
    }
  }

  /** The cells of the dataset of a run; null if it does not exist any more. Undefined for a run without a dataset. */
  private async inputOf({ tier, simulation }: Run): Promise<Uint8Array | null | undefined> {
    if (!kindOf(simulation).fromDataset) return undefined;
    const { dataset_id: id } = simulation.request as { dataset_id: string };
    return (await this.datasets.content(simulation.organizationId, tier, id)) ?? null;
  }

  /** Lets another run start while this one uses no thread. */
  private async whileWaiting<T>(tier: Tier, work: () => Promise<T>): Promise<T> {
    this.waiting[tier] += 1;
    void this.work(tier);
    try {
      return await work();
    } finally {
      this.waiting[tier] -= 1;
    }
  }

  private async fail(run: Run, code: string, message: string): Promise<RunOutcome> {
    await this.runs.fail(run, code, message);
    return 'failed';
  }

  private failExceeded(run: Run): Promise<RunOutcome> {
    const seconds = run.computeMs / 1_000;
    const { noun, texts, work } = kindOf(run.simulation);
    const what = isGroup(work) ? `A block of the ${noun}` : `The ${noun}`;
    const message = `${what} needs more than the ${seconds} seconds of processor time of the plan. Use ${texts.reducesTime}, or a simpler definition.`;
    return this.fail(run, timeBudgetCode, message);
  }

  /** Heartbeats continue while results are stored, because that can take longer than the lease. */
  private async store(
    run: Run,
    result: EngineResult,
    workflow: Workflow,
    control: RunControl,
    heartbeat: Heartbeat,
  ): Promise<RunOutcome> {
    if (result.ok && result.sample) await this.runs.saveSample(run, result.sample);
    if (result.ok) {
      const { sample } = workflow.definition.population;
      return (await this.runs.complete(run, result, sample?.digest ?? null)) ? 'completed' : 'taken_over';
    }
    if (Atomics.load(control, stopRequested) === 1) {
      await heartbeat.stop();
      // If this worker does not own the run any more, this changes nothing.
      await this.runs.requeue(run, 0);
      return 'handed_back';
    }
    return this.fail(run, result.code, result.message);
  }

  /** Reports the progress and renews the lease. Stops the run if this worker does not own it any more. */
  private async beat(run: Run, control: RunControl): Promise<void> {
    try {
      const owned = await this.runs.heartbeat(run, Atomics.load(control, agentsDone));
      if (!owned) Atomics.store(control, stopRequested, 1);
    } catch (error) {
      this.logger.warn({ error, ...logFields(run) }, 'failed to write heartbeat');
    }
  }
}

/** Returns whether the run failed because a store is unavailable, not because of the simulation. */
function isStoreUnavailable(error: unknown): boolean {
  return isDatabaseUnavailable(error) || (error instanceof AppError && error.code === 'service_unavailable');
}

/** The fields that identify a run in logs and traces. */
function logFields({ tier, simulation: { id, attempt, workflowId, origin } }: Run) {
  return { request_id: readOrigin(origin)?.request_id, simulation_id: id, attempt, tier, workflow_id: workflowId };
}
