import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { AppError } from '../common/errors/app-error.js';
import type { Tier } from '../common/identity/tier.js';
import type { Scenario } from '../engine/index.js';
import { isDatabaseUnavailable } from '../platform/database/database-unavailable.js';
import { metrics } from '../platform/metrics/metrics.js';
import { readOrigin } from '../platform/tracing/origin.js';
import { inSpan } from '../platform/tracing/spans.js';
import { WorkflowCatalog } from '../workflows/workflow-catalog.service.js';
import { SimulationClaims, type Run } from '../simulations/execution/simulation-claims.service.js';
import { SimulationRuns } from '../simulations/execution/simulation-run.service.js';
import { EnginePool, engineThreads } from './engine-pool.service.js';
import { Heartbeat } from './heartbeat.js';
import { agentsDone, newControl, stopRequested, type EngineResult } from './engine.thread.js';

/** In each tier. Twice the threads: while one simulation computes, another reads or writes its rows. */
export const maxConcurrentRuns = 2 * engineThreads;

const heartbeatIntervalMs = 500;
/** How long runs may go on when the worker is told to stop. */
const stopTimeoutMs = 5_000;
/** How long a run that could not be written down waits for a store that may be well again. */
const unavailablePauseMs = 2_000;

/** What becomes of a run; one that was taken over or canceled in the meantime is not this worker's any more. */
type RunOutcome = 'completed' | 'failed' | 'handed_back' | 'taken_over';

/** What this worker runs, each simulation from the claim to the stored results. */
@Injectable()
export class SimulationRunner {
  private readonly logger = new Logger(SimulationRunner.name);
  private readonly loops: Record<Tier, Set<Promise<void>>> = { live: new Set(), sandbox: new Set() };
  private readonly controls = new Set<Int32Array>();
  private stopping = false;

  constructor(
    private readonly claims: SimulationClaims,
    private readonly runs: SimulationRuns,
    private readonly catalog: WorkflowCatalog,
    private readonly pool: EnginePool,
  ) {}

  /** Runs one simulation after the other until none waits that may run now; does nothing where all of the tier's places are taken. */
  async work(tier: Tier): Promise<void> {
    const loops = this.loops[tier];
    if (this.stopping || loops.size >= maxConcurrentRuns) return;
    const loop = this.runQueued(tier).finally(() => loops.delete(loop));
    loops.add(loop);
    await loop;
  }

  /** Takes no new run, gives those under way a moment, and hands the rest back. */
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
        const run = await this.claims.claim(tier);
        if (!run) return;
        await this.runClaimed(run);
      }
    } catch (error) {
      this.logger.warn({ error, tier }, 'nothing could be claimed; the next sweep asks again');
    }
  }

  private async runClaimed(run: Run): Promise<void> {
    const fields = logFields(run);
    try {
      if (this.stopping) return await this.runs.requeue(run, 0);
      const parent = readOrigin(run.simulation.origin)?.trace_parent;
      await inSpan('simulation.run', { attributes: fields, parent }, () => this.runTimed(run));
    } catch (error) {
      this.logger.error({ error, ...fields }, 'a run broke off; another will take over');
      // What cannot even be given back is free when its lease ends.
      await (isStoreUnavailable(error) ? this.runs.requeue(run, unavailablePauseMs) : this.runs.release(run)).catch(
        (reason: unknown) => this.logger.warn({ error: reason, ...fields }, 'a run was not given back'),
      );
    }
  }

  private async runTimed(run: Run): Promise<void> {
    const { startedAt, createdAt, workflowId } = run.simulation;
    metrics.waits.observe({ tier: run.tier }, Math.max(0, Number(startedAt) - Number(createdAt)) / 1_000);
    const begunMs = performance.now();
    const outcome = await this.compute(run);
    const durationMs = Math.round(performance.now() - begunMs);
    // Anybody may name workflows of their own: that would be series without end, and told to whoever reads the metrics.
    const workflow = this.catalog.isBuiltIn(workflowId) ? workflowId : 'private';
    metrics.runs.observe({ workflow, outcome }, durationMs / 1_000);
    this.logger.log({ ...logFields(run), outcome, duration_ms: durationMs }, 'a run ended');
  }

  private async compute(run: Run): Promise<RunOutcome> {
    const { simulation } = run;
    const workflow = await this.catalog.withDigest(run.tier, simulation.definitionDigest);
    if (!workflow) {
      await this.runs.fail(run, 'workflow_unavailable', 'The version of the workflow is not in the catalog any more.');
      return 'failed';
    }
    const control = newControl();
    this.controls.add(control);
    const heartbeat = new Heartbeat(heartbeatIntervalMs, () => this.beat(run, control));
    try {
      const { definition } = workflow;
      const { agentCount, parameterDraws } = simulation;
      const scenario = simulation.scenarioContext as Scenario;
      const task = { definition, scenario, seed: Number(simulation.seed), agentCount, parameterDraws, control };
      const result = await inSpan('simulation.compute', {}, () => this.pool.run(task, run.tier));
      return await inSpan('simulation.store', {}, () => this.store(run, result, control, heartbeat));
    } finally {
      await heartbeat.stop();
      this.controls.delete(control);
    }
  }

  /** The heart beats on while results are stored, which may take longer than the lease. */
  private async store(run: Run, result: EngineResult, control: Int32Array, heartbeat: Heartbeat): Promise<RunOutcome> {
    if (result.ok) return (await this.runs.complete(run, result)) ? 'completed' : 'taken_over';
    if (Atomics.load(control, stopRequested) === 1) {
      await heartbeat.stop();
      // Either the worker stops, or the run is nobody's any more, and then this changes nothing.
      await this.runs.requeue(run, 0);
      return 'handed_back';
    }
    await this.runs.fail(run, result.code, result.message);
    return 'failed';
  }

  /** Tells the progress, keeps the lease, and stops a run that is no longer wanted. */
  private async beat(run: Run, control: Int32Array): Promise<void> {
    try {
      const owned = await this.runs.heartbeat(run, Atomics.load(control, agentsDone));
      if (!owned) Atomics.store(control, stopRequested, 1);
    } catch (error) {
      this.logger.warn({ error, ...logFields(run) }, 'a heartbeat was not written');
    }
  }
}

/** Whether a run could not be written down, which is no fault of the simulation. */
function isStoreUnavailable(error: unknown): boolean {
  return isDatabaseUnavailable(error) || (error instanceof AppError && error.code === 'service_unavailable');
}

/** Under which logs and traces speak of a run. */
function logFields({ tier, simulation: { id, attempt, workflowId, origin } }: Run) {
  return { request_id: readOrigin(origin)?.request_id, simulation_id: id, attempt, tier, workflow_id: workflowId };
}
