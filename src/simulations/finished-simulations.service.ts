import { Injectable } from '@nestjs/common';
import type { Tier } from '../common/identity/tier.js';
import { Databases } from '../platform/database/databases.service.js';
import { readOrigin, type StoredOrigin } from '../platform/tracing/origin.js';
import { toRecord, type SimulationRecord } from './simulation.record.js';
import { isFinished } from './simulation.state.js';
import { finishedSweep } from './sweeps/finished-sweep.js';
import type { SweepRecord } from './sweeps/sweep.record.js';

/** What is told of a simulation that has ended, or of a sweep whose last point has. */
export interface FinishedSimulation {
  organizationId: string;
  simulationId: string | null;
  sweepId: string | null;
  type: 'simulation.completed' | 'simulation.failed' | 'simulation.canceled' | 'sweep.completed';
  time: Date;
  webhookUrl: string | null;
  origin: StoredOrigin | undefined;
  /** The record with its summary; agents are asked for. */
  data: SimulationRecord | SweepRecord;
}

@Injectable()
export class FinishedSimulations {
  constructor(private readonly databases: Databases) {}

  /** Undefined when there is no such simulation, or it has not ended. Of the points of a sweep only the last to end is told of, as the end of the sweep. */
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
