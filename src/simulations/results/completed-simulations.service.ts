import { Injectable } from '@nestjs/common';
import { ConcurrencyLimit } from '../../common/concurrency-limit.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import type { DecisionOutput } from '../../engine/index.js';
import { Databases } from '../../platform/database/databases.service.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { WorkflowCatalog, type Workflow } from '../../workflows/workflow-catalog.service.js';
import { Simulations } from '../simulations.service.js';
import { decodeColumns } from './column-table.js';
import { readResultRow } from './store/result-rows.js';
import { ResultStore, type ResultFiles } from './store/result-store.js';

/** A simulation that has results, and the very definition it ran on. */
export interface CompletedSimulation {
  simulation: Simulation;
  workflow: Workflow;
}

/**
 * Reading a file takes several times the memory of its columns for a few milliseconds: many callers at once must not all take it at once.
 * It bounds the reading alone: what is told afterwards is bounded by turns (`fair-batches.ts`).
 */
const readersAtOnce = 2;
const turnTimeoutMs = 10_000;

/** What every way to read results begins with. */
@Injectable()
export class CompletedSimulations {
  private readonly readers = new ConcurrencyLimit(readersAtOnce, turnTimeoutMs);

  constructor(
    private readonly databases: Databases,
    private readonly catalog: WorkflowCatalog,
    private readonly simulations: Simulations,
    private readonly store: ResultStore,
  ) {}

  /** Throws {@link AppError} `simulation_not_found`, `simulation_not_complete`. */
  async find(caller: Caller, id: string): Promise<CompletedSimulation> {
    const simulation = await this.simulations.find(caller, id);
    const { status, definitionDigest, workflowId } = simulation;
    if (status !== 'completed') throw new AppError('simulation_not_complete', { status });
    const workflow = await this.catalog.withDigest(caller.tier, definitionDigest);
    if (!workflow) throw new Error(`the definition ${definitionDigest} of ${workflowId} is not in the catalog`);
    return { simulation, workflow };
  }

  /** Every agent as columns, and what happened step by step where agents meet. */
  async decided(caller: Caller, completed: CompletedSimulation): Promise<DecisionOutput> {
    return this.readers.run(async () => {
      const { agents, events } = await this.stored(caller, completed);
      return { columns: await decodeColumns(agents), events: events ? await decodeColumns(events) : [] };
    });
  }

  /** The same as the files that were stored. Throws {@link AppError} `results_expired`. */
  async stored(caller: Caller, { simulation }: CompletedSimulation): Promise<ResultFiles> {
    const row = await readResultRow(this.databases.sql(caller.tier), simulation);
    // Written with the simulation's end, so what is not there any more was swept.
    if (!row) throw new AppError('results_expired');
    return this.store.load(row);
  }
}
