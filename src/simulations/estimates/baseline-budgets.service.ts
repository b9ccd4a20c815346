import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ConcurrencyLimit } from '../../common/concurrency-limit.js';
import { AppError } from '../../common/errors/app-error.js';
import { threadPool } from '../../common/thread-pool.js';
import { agentsInteract, type WorkflowDefinition } from '../../engine/index.js';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';
import type { SummaryRecord } from '../summary.schema.js';
import type { BudgetTask } from './budget.thread.js';

/** Agents of the simulation behind an estimate. Interacting agents need many runs, which take longer. */
const maxAgents = { independent: 2_000, interacting: 300 };
/** Returns the number of agents of the simulation behind an estimate. */
export function budgetAgents(definition: WorkflowDefinition, requestedAgents: number): number {
  return Math.min(requestedAgents, agentsInteract(definition) ? maxAgents.interacting : maxAgents.independent);
}

/** Each budget takes some kilobytes. */
const maxCachedBudgets = 200;
const idleTimeoutMs = 60_000;
/** Maximum wait for other budgets. */
const waitTimeoutMs = 10_000;
/** Running and waiting budgets of one organization. Most are cached. */
const maxPerOrganization = 100;
/** A budget usually takes a fraction of a second, but a customer's definition can be extreme. */
const computeTimeoutMs = 10_000;

/**
 * Computes the error budget of a workflow at its baseline with a small simulation, in a thread. Keeps the budgets in memory: they depend on
 * the definition only.
 */
@Injectable()
export class BaselineBudgets implements OnApplicationShutdown {
  private readonly limit = new ConcurrencyLimit(1, waitTimeoutMs, maxPerOrganization);
  private readonly cached = new Map<string, SummaryRecord>();
  private readonly pool = threadPool<BudgetTask, SummaryRecord>({
    filename: join(import.meta.dirname, 'budget.thread.js'),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleTimeoutMs,
  });

  /** Throws {@link AppError} `service_unavailable` if too many budgets wait or one takes too long. */
  async of(
    { definition, digest }: Workflow,
    requestedAgents: number,
    hasEstimation: boolean,
    organizationId: string,
  ): Promise<SummaryRecord> {
    const agentCount = budgetAgents(definition, requestedAgents);
    const key = `${digest} ${agentCount} ${hasEstimation}`;
    return this.limit.run(async () => {
      const budget = this.cached.get(key) ?? (await this.compute({ definition, agentCount, hasEstimation }));
      this.cached.delete(key);
      this.cached.set(key, budget);
      const [oldest] = this.cached.keys();
      if (this.cached.size > maxCachedBudgets && oldest !== undefined) this.cached.delete(oldest);
      return budget;
    }, organizationId);
  }

  private async compute(task: BudgetTask): Promise<SummaryRecord> {
    const signal = AbortSignal.timeout(computeTimeoutMs);
    try {
      return await this.pool.run(task, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
      const cause = new Error('the error budget of a workflow took too long', { cause: error });
      throw new AppError('service_unavailable', {}, { cause });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.destroy();
  }
}
