import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ConcurrencyLimit, freeMemory } from '../../common/concurrency-limit.js';
import { AppError } from '../../common/errors/app-error.js';
import { type Owner, placesOf } from '../../common/identity/caller.js';
import type { DecisionOutput } from '../../../model/simulate.js';
import { Databases } from '../../platform/database/databases.service.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import type { Workflow } from '../../workflows/workflow-catalog.service.js';
import { kindNamed } from '../kinds/index.js';
import { RunStore } from '../run-store.service.js';
import { decodeColumns } from './column-table.js';
import { hasResultRow, readResultRow, ResultStore, type ResultFiles } from './store/result-store.js';

/** A completed simulation and the exact definition it ran with. */
export interface CompletedSimulation {
  simulation: Simulation;
  workflow: Workflow;
}

/**
 * Decoding a file needs several times the memory of its columns for a few milliseconds, so that concurrent decoding must be limited.
 * Rendering is limited separately (`fair-batches.ts`).
 */
const maxConcurrentReads = 2;
const readWaitTimeoutMs = 10_000;
/** Running and waiting reads of one organization. */
const maxReadsPerOrganization = 100;

/** Columns in memory for the next reader of the same simulation, such as the next page. Readers keep theirs until they end. */
const maxCachedBytes = 16 * 1024 * 1024;

@Injectable()
export class CompletedSimulations {
  private readonly readers = new ConcurrencyLimit(maxConcurrentReads, readWaitTimeoutMs, maxReadsPerOrganization);

  private readonly cached = new LRUCache<string, DecisionOutput>({ maxSize: maxCachedBytes, sizeCalculation: bytesOf });
  /** Reads that have started. Others of the same simulation wait for their result. */
  private readonly reading = new Map<string, Promise<DecisionOutput>>();

  constructor(
    private readonly databases: Databases,
    private readonly runs: RunStore,
    private readonly store: ResultStore,
  ) {}

  /** Throws {@link AppError} `simulation_not_found`, `simulation_not_complete`. */
  async find(owner: Owner, id: string): Promise<CompletedSimulation> {
    const simulation = await this.findSimulation(owner, id);
    return { simulation, workflow: await this.workflowOf(owner, simulation) };
  }

  /** Returns the simulation without its definition, which can be large. Throws like {@link find}. */
  findSimulation(owner: Owner, id: string): Promise<Simulation> {
    return this.runs.findCompleted(owner, kindNamed('simulation'), id);
  }

  /** Returns the exact definition that the simulation ran with. */
  workflowOf(owner: Owner, simulation: Simulation): Promise<Workflow> {
    return this.runs.workflowOf(owner, simulation);
  }

  /** Returns the columns of all agents and, if agents interact, of the events. Throws {@link AppError} `results_expired`. */
  async decided(owner: Owner, completed: CompletedSimulation): Promise<DecisionOutput> {
    // Also for cached columns: results that were deleted are not shown.
    const { simulation } = completed;
    if (!(await hasResultRow(this.databases.sql(owner.tier), simulation))) throw new AppError('results_expired');
    const key = `${owner.tier}/${simulation.id}`;
    const known = this.cached.get(key) ?? this.reading.get(key);
    if (known) return known;
    const read = this.readers.run(async () => {
      const { agents, events } = await this.stored(owner, completed);
      const decided = { columns: await decodeColumns(agents), events: events ? await decodeColumns(events) : [] };
      for (const file of [agents, events]) if (file) freeMemory(file);
      return decided;
    }, placesOf(owner));
    this.reading.set(key, read);
    try {
      const decided = await read;
      this.cached.set(key, decided);
      return decided;
    } finally {
      this.reading.delete(key);
    }
  }

  /** Returns the stored files. Throws {@link AppError} `results_expired`. */
  async stored(owner: Owner, { simulation }: CompletedSimulation): Promise<ResultFiles> {
    const row = await readResultRow(this.databases.sql(owner.tier), simulation);
    // Results are written with the status, so that a missing row was deleted at the end of its retention period.
    if (!row) throw new AppError('results_expired');
    return this.store.load(row);
  }
}

function bytesOf({ columns, events }: DecisionOutput): number {
  return [...columns, ...events].reduce((sum, { values }) => sum + values.byteLength, 1);
}
