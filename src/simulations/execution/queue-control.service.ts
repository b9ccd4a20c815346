import { Injectable } from '@nestjs/common';
import type { Tier } from '../../common/identity/tier.js';
import { backlogQuery, type Backlog } from '../../platform/database/backlog.js';
import { Databases } from '../../platform/database/databases.service.js';

const name = 'simulations';

export interface QueueStatus extends Backlog {
  /** Of those that run, whose lease has ended: the next worker takes them. */
  lost: number;
  paused_by: string | null;
  paused_at: string | null;
}

/** The operator's hand on what workers do. Postgres decides who runs what, so it is told there, and every worker sees it. */
@Injectable()
export class QueueControl {
  constructor(private readonly databases: Databases) {}

  async status(tier: Tier): Promise<QueueStatus> {
    const sql = this.databases.sql(tier);
    const [backlog] = (await sql.query<Backlog>(backlogQuery)).rows;
    if (!backlog) throw new Error('the backlog could not be counted');
    const lost = await sql.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM simulations WHERE status = 'running' AND lease_expires_at <= now()`,
    );
    const pause = await this.databases.for(tier).queuePause.findUnique({ where: { name } });
    const paused = { paused_by: pause?.pausedBy ?? null, paused_at: pause?.createdAt.toISOString() ?? null };
    return { ...backlog, lost: lost.rows[0]?.count ?? 0, ...paused };
  }

  /** What runs is finished; nothing more is taken until {@link resume}. */
  async pause(tier: Tier, pausedBy: string): Promise<void> {
    await this.databases.for(tier).queuePause.createMany({ data: [{ name, pausedBy }], skipDuplicates: true });
  }

  /** Workers look around every second, and then go on. */
  async resume(tier: Tier): Promise<void> {
    await this.databases.for(tier).queuePause.deleteMany({ where: { name } });
  }

  /**
   * Takes a running simulation from whoever has it: the number goes up, so that what they still write is refused, their signs of life
   * too. Neither that nor the run that was taken away counts. False where it does not run.
   */
  async requeue(tier: Tier, id: string): Promise<boolean> {
    const count = await this.databases.for(tier).$executeRaw`
      UPDATE simulations SET attempt = attempt + 1, handed_back = handed_back + 2, agents_done = 0, lease_expires_at = now()
      WHERE id = ${id} AND status = 'running'`;
    return count > 0;
  }

  /** What nobody holds gets another chance, however often it was lost; how many they are. */
  async requeueLost(tier: Tier): Promise<number> {
    return this.databases.for(tier).$executeRaw`
      UPDATE simulations SET handed_back = handed_back + 1 WHERE status = 'running' AND lease_expires_at <= now()`;
  }
}
