import { Injectable, Logger } from '@nestjs/common';
import type { Scenario } from '../engine/index.js';
import { WorkflowCatalog } from '../routing/workflow-catalog.service.js';
import { SimulationRuns, type Run } from '../simulations/simulation-run.service.js';
import { metrics } from '../platform/metrics/metrics.js';
import { inSpan } from '../platform/tracing/spans.js';
import { readOrigin } from '../platform/tracing/origin.js';
import { EnginePool } from './engine-pool.service.js';
import { agentsDone, newControl, stopAsked } from './engine.thread.js';
import type { SimulationJob } from './queues.js';

const heartbeatIntervalMs = 500;

/** What becomes of a run; what was taken over or canceled in the meantime is not this one's any more. */
type RunOutcome = 'completed' | 'failed' | 'taken_over';

/** One job from the claim to the stored results. */
@Injectable()
export class SimulationRunner {
  private readonly logger = new Logger(SimulationRunner.name);
  private readonly underWay = new Set<Promise<void>>();
  private stopping = false;

  constructor(
    private readonly runs: SimulationRuns,
    private readonly catalog: WorkflowCatalog,
    private readonly pool: EnginePool,
  ) {}

  run(job: SimulationJob): Promise<void> {
    if (this.stopping) return this.runs.handBack(job.tier, job.simulationId, job.attempt);
    const ended = this.claimAndCompute(job).finally(() => this.underWay.delete(ended));
    this.underWay.add(ended);
    return ended;
  }

  /** Takes no new run; resolves when those under way have ended. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.allSettled(this.underWay);
  }

  private async claimAndCompute({ tier, simulationId, attempt }: SimulationJob): Promise<void> {
    const run = await this.runs.claim(tier, simulationId, attempt);
    if (!run) return;
    const { startedAt, createdAt } = run.simulation;
    metrics.waits.observe({ tier }, Math.max(0, Number(startedAt) - Number(createdAt)) / 1_000);
    const names = namesOf(run);
    try {
      await inSpan(
        'simulation.run',
        { attributes: names, parent: readOrigin(run.simulation.origin)?.trace_parent },
        async () => {
          const startedAtMs = performance.now();
          const outcome = await this.compute(run);
          const durationMs = Math.round(performance.now() - startedAtMs);
          metrics.runs.observe({ workflow: run.simulation.workflowId, outcome }, durationMs / 1_000);
          this.logger.log({ ...names, outcome, duration_ms: durationMs }, 'a run ended');
        },
      );
    } catch (error) {
      this.logger.error({ error, ...names }, 'a run broke off; another will take over');
      await this.runs.release(run);
    }
  }

  private async compute(run: Run): Promise<RunOutcome> {
    const { simulation } = run;
    const workflow = await this.catalog.withDigest(run.tier, simulation.definitionDigest);
    if (!workflow) {
      await this.runs.fail(run, 'workflow_unavailable', 'The version of the workflow is not in the catalog any more.');
      return 'failed';
    }
    const control = newControl();
    const heart = this.beat(run, control);
    try {
      const task = {
        definition: workflow.definition,
        scenario: simulation.scenarioContext as Scenario,
        seed: Number(simulation.seed),
        agentCount: simulation.agentCount,
        parameterDraws: simulation.parameterDraws,
        control,
      };
      const result = await inSpan('simulation.compute', {}, () => this.pool.run(task));
      if (!result.ok) {
        await this.runs.fail(run, result.code, result.message);
        return 'failed';
      }
      return (await inSpan('simulation.store', {}, () => this.runs.complete(run, result))) ? 'completed' : 'taken_over';
    } finally {
      clearInterval(heart);
    }
  }

  /** Tells the progress, keeps the lease, and stops a run that is no longer wanted. */
  private beat(run: Run, control: Int32Array): NodeJS.Timeout {
    return setInterval(() => {
      this.runs.heartbeat(run, Atomics.load(control, agentsDone)).then(
        (held) => {
          if (!held) Atomics.store(control, stopAsked, 1);
        },
        (error: unknown) => this.logger.warn({ error, ...namesOf(run) }, 'a heartbeat was not written'),
      );
    }, heartbeatIntervalMs);
  }
}

/** Under which logs and traces speak of a run. */
function namesOf({ tier, simulation: { id, attempt, workflowId, origin } }: Run) {
  return { request_id: readOrigin(origin)?.request_id, simulation_id: id, attempt, tier, workflow_id: workflowId };
}
