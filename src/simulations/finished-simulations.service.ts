import { Injectable } from '@nestjs/common';
import type { Tier } from '../common/identity/tier.js';
import { Databases } from '../platform/database/databases.service.js';
import { readOrigin, type StoredOrigin } from '../platform/tracing/origin.js';
import { toRecord, type SimulationRecord } from './simulation.record.js';
import { isFinished, type FinishedStatus } from './simulation.state.js';
import { studyRecords, type StudyRecord } from './studies/study-records.js';
import { studyOf, type StudyKind } from './studies/study.js';
import { finishedSweep } from './sweeps/finished-sweep.js';
import type { SweepRecord } from './sweeps/sweep.record.js';

/** The webhook event of a finished simulation or study, or of a sweep after all its points are finished. */
export interface FinishedSimulation {
  organizationId: string;
  simulationId: string | null;
  sweepId?: string;
  type: `${'simulation' | StudyKind}.${FinishedStatus}` | 'sweep.completed';
  time: Date;
  webhookUrl: string | null;
  origin: StoredOrigin | undefined;
  /** The record with its summary, without agents. */
  data: SimulationRecord | SweepRecord | StudyRecord;
}

@Injectable()
export class FinishedSimulations {
  constructor(private readonly databases: Databases) {}

  /**
   * Returns undefined if the simulation does not exist or is not finished. Points of a sweep have no events of their own: the
   * last one to finish returns the event of the sweep.
   */
  async eventOf(tier: Tier, id: string): Promise<FinishedSimulation | undefined> {
    const row = await this.databases.for(tier).simulation.findUnique({ where: { id } });
    if (!row || !isFinished(row.status)) return undefined;
    const { organizationId, webhookUrl, completedAt, createdAt, sweepId } = row;
    const origin = readOrigin(row.origin);
    if (sweepId !== null) {
      const finished = await finishedSweep(this.databases, tier, sweepId);
      return finished && { ...finished, simulationId: null, sweepId, type: 'sweep.completed', origin };
    }
    const study = studyOf(row);
    const type = `${study?.kind ?? 'simulation'}.${row.status}` as const;
    return {
      organizationId,
      simulationId: id,
      type,
      time: completedAt ?? createdAt,
      webhookUrl,
      origin,
      data: study ? studyRecords[study.kind](row) : toRecord(row),
    };
  }
}
