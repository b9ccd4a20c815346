import { Injectable } from '@nestjs/common';
import { Batch } from '../common/batch.js';
import { tiers, type Tier } from '../common/identity/tier.js';
import { Databases } from '../platform/database/databases.service.js';
import type { Sql } from '../platform/database/sql.js';
import { readOrigin, type StoredOrigin } from '../platform/tracing/origin.js';
import { toRecord, type SimulationRecord } from './simulation.record.js';
import { isFinished, type FinishedStatus } from './simulation.state.js';
import { studyRecords, type StudyRecord } from './studies/study-records.js';
import { studyOf, type StudyKind } from './studies/study.js';
import { finishedEnsemble } from './ensembles/finished-ensemble.js';
import type { EnsembleRecord } from './ensembles/ensemble.schema.js';
import { finishedSweep } from './sweeps/finished-sweep.js';
import type { SweepRecord } from './sweeps/sweep.record.js';

/** The webhook event of a finished simulation or study, or of a sweep or an ensemble after all its simulations are finished. */
export interface FinishedSimulation {
  organizationId: string;
  simulationId: string | null;
  sweepId?: string;
  ensembleId?: string;
  type: `${'simulation' | StudyKind}.${FinishedStatus}` | 'sweep.completed' | 'ensemble.completed';
  time: Date;
  webhookUrl: string | null;
  origin: StoredOrigin | undefined;
  /** The record with its summary, without agents. */
  data: SimulationRecord | SweepRecord | EnsembleRecord | StudyRecord;
}

@Injectable()
export class FinishedSimulations {
  private readonly receivers = Object.fromEntries(
    tiers.map((tier) => [tier, new Batch<string, boolean>((ids) => haveReceivers(this.databases.sql(tier), ids))]),
  ) as Record<Tier, Batch<string, boolean>>;

  constructor(private readonly databases: Databases) {}

  /**
   * Returns undefined if the simulation does not exist, is not finished or has no receiver. Simulations of a sweep or an ensemble have no events
   * of their own: the last one to finish returns the event of the sweep or ensemble.
   */
  async eventOf(tier: Tier, id: string): Promise<FinishedSimulation | undefined> {
    if (!(await this.receivers[tier].submit(id))) return undefined;
    const row = await this.databases.for(tier).simulation.findUnique({ where: { id } });
    if (!row || !isFinished(row.status)) return undefined;
    const { organizationId, webhookUrl, completedAt, createdAt, sweepId, ensembleId } = row;
    const origin = readOrigin(row.origin);
    if (sweepId !== null) {
      const finished = await finishedSweep(this.databases, tier, sweepId);
      return finished && { ...finished, simulationId: null, sweepId, type: 'sweep.completed', origin };
    }
    if (ensembleId !== null) {
      const finished = await finishedEnsemble(this.databases, tier, ensembleId);
      return finished && { ...finished, simulationId: null, ensembleId, type: 'ensemble.completed', origin };
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

/** Whether the event of each simulation has a receiver. Most have none, so that their rows with the summary are not read. */
async function haveReceivers(sql: Sql, ids: readonly string[]): Promise<boolean[]> {
  const { rows } = await sql.query<{ id: string }>({
    name: 'simulations with receivers',
    text: `SELECT id FROM simulations
           WHERE id = ANY($1::text[])
             AND (webhook_url IS NOT NULL OR sweep_id IS NOT NULL OR ensemble_id IS NOT NULL OR EXISTS (
               SELECT FROM webhook_endpoints WHERE webhook_endpoints.organization_id = simulations.organization_id))`,
    values: [ids],
  });
  const found = new Set(rows.map(({ id }) => id));
  return ids.map((id) => found.has(id));
}
