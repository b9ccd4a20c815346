import { z } from 'zod';
import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller, Tier } from '../../common/identity/caller.js';
import { newPrefixedId } from '../../common/crypto.js';
import { Databases, type Transaction } from '../../platform/database/databases.service.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { columnOf } from '../../platform/database/sql.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { Usage } from '../../usage/usage.service.js';
import { timeBudgetCode } from '../failure-codes.js';
import { kindNamed } from '../kinds/index.js';
import { largeSimulationKind, type BlockSummary } from '../kinds/large-simulation.kind.js';
import { readResultRow, ResultStore } from '../results/store/result-store.js';
import { blockIdPrefix, runFields } from '../run.row.js';
import { isGroup } from '../run.kind.js';
import { RunStore } from '../run-store.service.js';
import { count, named, positiveCount } from '../schema-parts.js';

export const blockIndexSchema = count.meta({
  description: 'Index of the block, from 0 to `blocks` - 1.',
  examples: [0],
});

export const blockRecordSchema = named('Block', {
  block: blockIndexSchema,
  agent_count: positiveCount.meta({ description: 'Agents of the block.', examples: [50_000] }),
  bytes: positiveCount.meta({ description: 'Size of the Parquet file of the agents.', examples: [6_400_000] }),
  digest: z.string().meta({ description: 'SHA-256 of the agents of the block.' }),
});
export type BlockRecord = z.infer<typeof blockRecordSchema>;

type Group = Pick<Simulation, 'id' | 'organizationId' | 'status' | 'childCount' | 'createdAt'>;

interface Counts {
  completed: number;
  unfinished: number;
  failure: string | null;
}

/** The columns of the row that combines the blocks. All others are those of a block. */
const combining: Partial<Record<keyof Simulation, string>> = {
  id: '$2',
  parentIndex: '$3',
  agentCount: '0',
  cost: '0',
  status: `'queued'`,
  agentsDone: '0',
  summary: 'NULL',
  summaryDetails: 'NULL',
  digest: 'NULL',
  engineVersion: 'NULL',
  startedAt: 'NULL',
  completedAt: 'NULL',
  attempt: '0',
  handedBack: '0',
  leaseExpiresAt: 'NULL',
};

/** Two workers can insert it concurrently: the index of a row is unique in its group. */
const insertCombining = `
  INSERT INTO simulations (${runFields.map(columnOf).join(', ')})
  SELECT ${runFields.map((field) => combining[field] ?? columnOf(field)).join(', ')}
  FROM simulations WHERE parent_id = $1 AND parent_index = 0
  ON CONFLICT DO NOTHING`;

/** The blocks of large simulations, and what happens when one is finished. */
@Injectable()
export class RunBlocks {
  constructor(
    private readonly databases: Databases,
    private readonly runs: RunStore,
    private readonly store: ResultStore,
    private readonly usage: Usage,
  ) {}

  /**
   * Continues a group after one of its blocks is finished: queues the row that combines the blocks after the last one, and cancels the others
   * if one failed. Called at least once for each finished row, also for rows that are no blocks.
   */
  async advance(tier: Tier, { kind, parentId }: Pick<Simulation, 'kind' | 'parentId'>): Promise<void> {
    const { work } = kindNamed(kind);
    if (parentId === null || !isGroup(work) || !work.inBlocks) return;
    await this.databases.for(tier).$transaction(async (tx) => {
      // A cancellation locks the group too.
      const [group] = await tx.$queryRaw<Group[]>`
        SELECT id, organization_id AS "organizationId", status, child_count AS "childCount", created_at AS "createdAt"
        FROM simulations WHERE id = ${parentId} FOR UPDATE`;
      const [counts] = await tx.$queryRaw<Counts[]>`
        SELECT count(*) FILTER (WHERE status = 'completed')::int AS completed,
               count(*) FILTER (WHERE status IN ('queued', 'running'))::int AS unfinished,
               (array_agg(failure_code ORDER BY completed_at) FILTER (WHERE status = 'failed'))[1] AS failure
        FROM simulations WHERE parent_id = ${parentId}`;
      if (!group || !counts) return;
      const isOpen = group.status === 'queued';
      if (isOpen && counts.failure !== null) await this.fail(tx, group, counts.failure);
      else if (isOpen && counts.completed === group.childCount) await combineLater(tx, group);
      else if (counts.unfinished === 0)
        // Only the row that combines the blocks needs them.
        await tx.$executeRaw`
          UPDATE simulations SET summary_details = NULL WHERE parent_id = ${parentId} AND summary_details IS NOT NULL`;
    });
  }

  /**
   * Without one block, the simulation has no result: cancels the unfinished ones and refunds all. The failed ones are refunded already. If the
   * processor time is exceeded, only those are refunded that have not started, because the definition can be the cause.
   */
  private async fail(tx: Transaction, { id, organizationId, createdAt }: Group, code: string): Promise<void> {
    const others = await tx.$queryRaw<Pick<Simulation, 'id' | 'status' | 'cost'>[]>`
      SELECT id, status, cost FROM simulations
      WHERE parent_id = ${id} AND organization_id = ${organizationId}::uuid AND status <> 'failed' ORDER BY id FOR UPDATE`;
    await tx.$executeRaw`
      UPDATE simulations SET status = 'canceled', completed_at = now(), lease_expires_at = NULL
      WHERE parent_id = ${id} AND status IN ('queued', 'running')`;
    // The mark that the refund happened.
    await tx.$executeRaw`UPDATE simulations SET status = 'failed' WHERE id = ${id}`;
    const refundable = others.filter(({ status }) => code !== timeBudgetCode || status === 'queued');
    const refunded = refundable.reduce((sum, { cost }) => sum + cost, 0);
    if (refunded > 0) await this.usage.refund(tx, organizationId, createdAt, refunded);
  }

  async details(tier: Tier, { parentId, parentIndex, organizationId }: CombiningRow): Promise<Uint8Array[]> {
    const { rows } = await this.databases.sql(tier).query<{ details: Buffer }>({
      name: 'block details',
      text: `SELECT summary_details AS details FROM simulations
             WHERE parent_id = $1 AND organization_id = $2 AND parent_index < $3 ORDER BY parent_index`,
      values: [parentId, organizationId, parentIndex],
    });
    return rows.map(({ details }) => details);
  }

  /** Lists the blocks of a completed simulation. Throws {@link AppError} `…_not_found`, `…_not_complete`. */
  async list(caller: Caller, id: string): Promise<BlockRecord[]> {
    const row = await this.runs.findCompleted(caller, kindNamed(largeSimulationKind.name), id);
    const blocks = await this.databases.for(caller.tier).simulation.findMany({
      where: { parentId: id, organizationId: caller.organizationId, parentIndex: { lt: row.childCount ?? 0 } },
      select: { parentIndex: true, digest: true, summary: true },
      orderBy: { parentIndex: 'asc' },
    });
    return blocks.map(({ parentIndex, digest, summary }) => ({
      block: parentIndex ?? 0,
      ...(summary as unknown as BlockSummary),
      digest: digest ?? '',
    }));
  }

  /** Returns the row of a block. Throws {@link AppError} `…_not_found`, `…_not_complete`, `block_not_found`. */
  async find(caller: Caller, id: string, block: string): Promise<BlockRow> {
    const row = await this.runs.findCompleted(caller, kindNamed(largeSimulationKind.name), id);
    if (!/^(0|[1-9]\d{0,5})$/.test(block) || Number(block) >= (row.childCount ?? 0))
      throw new AppError('block_not_found');
    const { organizationId, tier } = caller;
    return this.databases.for(tier).simulation.findFirstOrThrow({
      where: { parentId: id, organizationId, parentIndex: Number(block) },
      select: { id: true, organizationId: true, digest: true },
    });
  }

  /** Returns the agents of a block as a Parquet file. Throws {@link AppError} `results_expired`. */
  async file(caller: Caller, block: BlockRow): Promise<Uint8Array<ArrayBuffer>> {
    const stored = await readResultRow(this.databases.sql(caller.tier), block);
    if (!stored) throw new AppError('results_expired');
    return (await this.store.load(stored)).agents;
  }
}

type BlockRow = Pick<Simulation, 'id' | 'organizationId' | 'digest'>;

type CombiningRow = Pick<Simulation, 'parentId' | 'parentIndex' | 'organizationId'>;

async function combineLater(tx: Transaction, { id, childCount }: Group): Promise<void> {
  const inserted = await tx.$executeRawUnsafe(insertCombining, id, newPrefixedId(blockIdPrefix), childCount);
  if (inserted > 0) await Outbox.append(tx, { kind: 'simulation.queued', payload: {} });
}
