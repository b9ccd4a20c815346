import { Injectable, Logger } from '@nestjs/common';
import type { Scenario } from '../engine/index.js';
import { WorkflowCatalog } from '../routing/workflow-catalog.service.js';
import { SimulationRuns, type Run } from '../simulations/simulation-run.service.js';
import { EnginePool } from './engine-pool.service.js';
import { agentsDone, newControl, stopAsked } from './engine.thread.js';
import type { SimulationJob } from './queues.js';

const heartbeatIntervalMs = 500;

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
    try {
      await this.compute(run);
    } catch (error) {
      this.logger.error({ error, simulation_id: simulationId, attempt }, 'a run broke off; another will take over');
      await this.runs.release(run);
    }
  }

  private async compute(run: Run): Promise<void> {
    const { simulation } = run;
    const workflow = await this.catalog.withDigest(run.tier, simulation.definitionDigest);
    if (!workflow) {
      return this.runs.fail(run, 'workflow_unavailable', 'The version of the workflow is not in the catalog any more.');
    }
    const control = newControl();
    const heart = this.beat(run, control);
    try {
      const result = await this.pool.run({
        definition: workflow.definition,
        scenario: simulation.scenarioContext as Scenario,
        seed: Number(simulation.seed),
        agentCount: simulation.agentCount,
        parameterDraws: simulation.parameterDraws,
        control,
      });
      if (result.ok) await this.runs.complete(run, result);
      else await this.runs.fail(run, result.code, result.message);
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
        (error: unknown) =>
          this.logger.warn({ error, simulation_id: run.simulation.id }, 'a heartbeat was not written'),
      );
    }, heartbeatIntervalMs);
  }
}
