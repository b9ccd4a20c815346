import { Injectable } from '@nestjs/common';
import type { Tier } from '../common/identity/tier.js';
import { Databases } from '../platform/database/databases.service.js';
import { readOrigin, type StoredOrigin } from '../platform/tracing/origin.js';
import { toRecord, type SimulationRecord } from './simulation.record.js';
import { isFinished } from './simulation.state.js';
import { finishedSweep } from './sweeps/finished-sweep.js';
import type { SweepRecord } from './sweeps/sweep.record.js';

/** The webhook event of a finished simulation, or of a sweep after all its points are finished. */
export interface FinishedSimulation {
  organizationId: string;
  simulationId: string | null;
  sweepId: string | null;
  type: 'simulation.completed' | 'simulation.failed' | 'simulation.canceled' | 'sweep.completed';
  time: Date;
  webhookUrl: string | null;
  origin: StoredOrigin | undefined;
  /** The record with its summary, without agents. */
  data: SimulationRecord | SweepRecord;
}

@Injectable()
export class FinishedSimulations {
  constructor(private readonly databases: Databases) {}

  /**
   * Returns undefined if the simulation does not exist or is not finished. A point of a sweep has no event of its own: the last one to
   * finish returns the event of the sweep.
   */
  async eventOf(tier: Tier, id: string): Promise<FinishedSimulation | undefined> {
    const row = await this.databases.for(tier).simulation.findUnique({ where: { id } });
    if (!row || !isFinished(row.status)) return undefined;
    if (row.sweepId !== null) return this.sweepEventOf(tier, row.sweepId, readOrigin(row.origin));
    const { organizationId, webhookUrl, completedAt, createdAt } = row;
    const type = `simulation.${row.status}` as FinishedSimulation['type'];
    return {
      organizationId,
      simulationId: id,
      sweepId: null,
      type,
      time: completedAt ?? createdAt,
      webhookUrl,
      origin: readOrigin(row.origin),
      data: toRecord(row),
    };
  }

  private async sweepEventOf(
    tier: Tier,
    sweepId: string,
    origin: StoredOrigin | undefined,
  ): Promise<FinishedSimulation | undefined> {
    const finished = await finishedSweep(this.databases, tier, sweepId);
    return finished && { ...finished, simulationId: null, sweepId, type: 'sweep.completed', origin };
  }
}
