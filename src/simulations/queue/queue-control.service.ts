import { Injectable } from '@nestjs/common';
import type { Tier } from '../../common/identity/caller.js';
import { backlogQuery, type Backlog } from '../../platform/database/backlog.js';
import { Databases } from '../../platform/database/databases.service.js';

const name = 'simulations';

export interface QueueStatus extends Backlog {
  /** Running simulations with an expired lease. Workers claim them next. */
  lost: number;
  paused_by: string | null;
  paused_at: string | null;
}

/** Lets operators pause the queue and requeue simulations. The state is in Postgres, where all workers read it. */
@Injectable()
export class QueueControl {
  constructor(private readonly databases: Databases) {}

  async status(tier: Tier): Promise<QueueStatus> {
    const sql = this.databases.sql(tier);
    const [backlog] = (await sql.query<Backlog>(backlogQuery)).rows;
    if (!backlog) throw new Error('failed to count the backlog');
    const lost = await sql.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM simulations WHERE status = 'running' AND lease_expires_at <= now()`,
    );
    const pause = await this.databases.for(tier).queuePause.findUnique({ where: { name } });
    const paused = { paused_by: pause?.pausedBy ?? null, paused_at: pause?.createdAt.toISOString() ?? null };
    return { ...backlog, lost: lost.rows[0]?.count ?? 0, ...paused };
  }

  /** Stops new claims until {@link resume}. Running simulations continue. */
  async pause(tier: Tier, pausedBy: string): Promise<void> {
    await this.databases.for(tier).queuePause.createMany({ data: [{ name, pausedBy }], skipDuplicates: true });
  }

  /** Workers poll every second and then claim simulations again. */
  async resume(tier: Tier): Promise<void> {
    await this.databases.for(tier).queuePause.deleteMany({ where: { name } });
  }

  /**
   * Requeues a running simulation. The attempt is incremented, so that later writes and heartbeats of the current run change nothing.
   * Neither the increment nor the current run counts as a lost run. Returns false if the simulation is not running.
   */
  async requeue(tier: Tier, id: string): Promise<boolean> {
    const count = await this.databases.for(tier).$executeRaw`
      UPDATE simulations SET attempt = attempt + 1, handed_back = handed_back + 2, agents_done = 0, lease_expires_at = now()
      WHERE id = ${id} AND status = 'running'`;
    return count > 0;
  }

  /** Requeues all lost runs, regardless of the number of earlier losses. Returns their number. */
  async requeueLost(tier: Tier): Promise<number> {
    return this.databases.for(tier).$executeRaw`
      UPDATE simulations SET handed_back = handed_back + 1 WHERE status = 'running' AND lease_expires_at <= now()`;
  }
}
