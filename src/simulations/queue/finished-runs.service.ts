import { Injectable } from '@nestjs/common';
import type { Tier } from '../../common/identity/caller.js';
import { Databases, type Transaction } from '../../platform/database/databases.service.js';
import { readOrigin, type StoredOrigin } from '../../platform/tracing/spans.js';
import { RunBlocks } from '../blocks/run-blocks.service.js';
import { kindOf } from '../kinds/index.js';
import { isGroup, type RunRecord } from '../run.kind.js';
import { readRuns } from '../run.reader.js';
import { isFinished } from '../run.state.js';
import { Outbox } from '../../platform/outbox/outbox.js';

/** The webhook event of a finished run. */
export interface FinishedRunEvent {
  organizationId: string;
  simulationId: string;
  /** Such as `goal.completed`. */
  type: string;
  time: Date;
  webhookUrl: string | null;
  origin: StoredOrigin | undefined;
  /** The record with its result, without agents. */
  data: RunRecord;
}

@Injectable()
export class FinishedRuns {
  constructor(
    private readonly databases: Databases,
    private readonly blocks: RunBlocks,
  ) {}

  /**
   * Returns undefined if the run does not exist or is not finished. A simulation of a group has no event of its own: the last one to finish
   * returns the event of the group. If two finish concurrently, at least the second call finds both finished. A finished block continues its
   * group.
   */
  async eventOf(tier: Tier, id: string): Promise<FinishedRunEvent | undefined> {
    const sql = this.databases.sql(tier);
    const [own] = await readRuns(sql, [id]);
    if (own) await this.blocks.advance(tier, own);
    const [row] = own?.parentId ? await readRuns(sql, [own.parentId]) : [own];
    if (!row || !own || !isFinished(row.status)) return undefined;
    const kind = kindOf(row);
    return {
      organizationId: row.organizationId,
      simulationId: row.id,
      type: `${kind.name}.${isGroup(kind.work) ? 'completed' : row.status}`,
      time: row.completedAt ?? row.createdAt,
      webhookUrl: row.webhookUrl,
      origin: readOrigin(own.origin),
      data: kind.format.of(row),
    };
  }
}

/** Reports a finished simulation to the relay. Call it in the transaction that finishes the simulation. */
export async function appendFinishedMessage(tx: Transaction, simulationId: string): Promise<void> {
  await Outbox.append(tx, { kind: 'simulation.finished', payload: { simulation_id: simulationId } });
}
