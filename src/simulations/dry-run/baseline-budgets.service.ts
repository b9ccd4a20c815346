import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Thread } from '../../common/thread.js';
import { agentsInteract } from '../../../model/analyses.js';
import type { WorkflowDefinition } from '../../../model/definition.js';
import type { Summary } from '../../../model/simulate.js';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';
import type { BudgetTask } from './budget.thread.js';

/** Agents of the simulation behind an estimate. Interacting agents need many runs, which take longer. */
const maxAgents = { independent: 2_000, interacting: 300 };
/** Returns the number of agents of the simulation behind an estimate. */
export function budgetAgents(definition: WorkflowDefinition, requestedAgents: number): number {
  return Math.min(requestedAgents, agentsInteract(definition) ? maxAgents.interacting : maxAgents.independent);
}

/** Each budget takes some kilobytes. */
const maxCachedBudgets = 200;

/**
 * Computes the error budget of a workflow at its baseline with a small simulation, in a thread. Keeps the budgets in memory: they depend on
 * the definition only.
 */
@Injectable()
export class BaselineBudgets implements OnApplicationShutdown {
  private readonly cached = new Map<string, Summary>();
  private readonly thread = new Thread<BudgetTask, Summary>(join(import.meta.dirname, 'budget.thread.js'), {
    // Most are cached.
    maxPerOrganization: 100,
    timeoutMs: 10_000,
  });

  /** Throws `AppError` `service_unavailable` if too many budgets wait or one takes too long. */
  async of(
    { definition, digest }: Workflow,
    requestedAgents: number,
    hasEstimation: boolean,
    organizationId: string,
  ): Promise<Summary> {
    const agentCount = budgetAgents(definition, requestedAgents);
    const key = `${digest} ${agentCount} ${hasEstimation}`;
    return this.thread.inTurn(organizationId, async (run) => {
      const budget = this.cached.get(key) ?? (await run({ definition, agentCount, hasEstimation }));
      this.cached.delete(key);
      this.cached.set(key, budget);
      const [oldest] = this.cached.keys();
      if (this.cached.size > maxCachedBudgets && oldest !== undefined) this.cached.delete(oldest);
      return budget;
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread.close();
  }
}
