import { Injectable } from '@nestjs/common';
import type { Tier } from '../common/identity/tier.js';
import { Databases } from '../platform/database/databases.service.js';
import { readOrigin, type KeptOrigin } from '../platform/tracing/origin.js';
import { toRecord, type SimulationRecord } from './simulation.record.js';
import { isFinished } from './simulation.state.js';

/** What is told of a simulation that has ended. */
export interface FinishedSimulation {
  organizationId: string;
  simulationId: string;
  type: 'simulation.completed' | 'simulation.failed' | 'simulation.canceled';
  time: Date;
  webhookUrl: string | null;
  origin: KeptOrigin | undefined;
  /** The record with its summary; agents are asked for. */
  data: SimulationRecord;
}

@Injectable()
export class FinishedSimulations {
  constructor(private readonly databases: Databases) {}

  /** Undefined when there is no such simulation, or it has not ended. */
  async eventOf(tier: Tier, id: string): Promise<FinishedSimulation | undefined> {
    const row = await this.databases.for(tier).simulation.findUnique({ where: { id } });
    if (!row || !isFinished(row.status)) return undefined;
    const { organizationId, webhookUrl, completedAt, createdAt } = row;
    const type = `simulation.${row.status}` as FinishedSimulation['type'];
    return {
      organizationId,
      simulationId: id,
      type,
      time: completedAt ?? createdAt,
      webhookUrl,
      origin: readOrigin(row.origin),
      data: toRecord(row),
    };
  }
}
