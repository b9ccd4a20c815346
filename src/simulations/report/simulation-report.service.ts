import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ConcurrencyLimit } from '../../common/concurrency-limit.js';
import { AppError } from '../../common/errors/app-error.js';
import { threadPool } from '../../common/thread-pool.js';
import type { Caller } from '../../common/identity/caller.js';
import type { Scenario, ScenarioWarning, Summary } from '../../engine/index.js';
import { CompletedSimulations } from '../results/completed-simulations.service.js';
import type { ReportInput } from './report-input.js';

/** How long the thread waits for another report before it ends, and gives its memory back. */
const idleTimeoutMs = 60_000;
/** For one's turn, behind the reports of others. */
const waitTimeoutMs = 10_000;
/** A report takes a fraction of a second; the definition may be a stranger's. */
const renderTimeoutMs = 20_000;

/** Reports for people. The thread that makes them begins with the first and ends when nobody asks: the process itself never loads what draws. */
@Injectable()
export class SimulationReport implements OnApplicationShutdown {
  private readonly turns = new ConcurrencyLimit(1, waitTimeoutMs);
  private readonly pool = threadPool<ReportInput, string>({
    filename: join(import.meta.dirname, 'report.thread.js'),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleTimeoutMs,
  });

  constructor(private readonly completed: CompletedSimulations) {}

  /** Throws {@link AppError} `simulation_not_found`, `simulation_not_complete`, and `service_unavailable` where too many ask, or it takes too long. */
  async render(caller: Caller, id: string): Promise<string> {
    const { simulation, workflow } = await this.completed.find(caller, id);
    const { completedAt, digest } = simulation;
    if (completedAt === null || digest === null) throw new Error(`the completed simulation ${id} is not whole`);
    return this.draw({
      id: simulation.id,
      completedAt: completedAt.toISOString(),
      definition: workflow.definition,
      definitionDigest: simulation.definitionDigest,
      engineVersion: simulation.engineVersion,
      scenario: simulation.scenarioContext as Scenario,
      warnings: simulation.warnings as unknown as ScenarioWarning[],
      seed: Number(simulation.seed),
      agentCount: simulation.agentCount,
      parameterDraws: simulation.parameterDraws,
      digest,
      summary: simulation.summary as unknown as Summary,
    });
  }

  private draw(input: ReportInput): Promise<string> {
    return this.turns.run(async () => {
      const signal = AbortSignal.timeout(renderTimeoutMs);
      try {
        return await this.pool.run(input, { signal });
      } catch (error) {
        if (!signal.aborted) throw error;
        throw new AppError('service_unavailable', {}, { cause: new Error('a report took too long', { cause: error }) });
      }
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.destroy();
  }
}
