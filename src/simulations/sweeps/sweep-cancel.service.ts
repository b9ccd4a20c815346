import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { Databases, type Transaction } from '../../platform/database/databases.service.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { Usage } from '../../usage/usage.service.js';
import { appendFinishedMessage } from '../finished-message.js';
import { statusesBefore, type FinishedStatus } from '../simulation.state.js';
import type { SweepRecord } from './sweep.record.js';
import { Sweeps } from './sweeps.service.js';

@Injectable()
export class SweepCancel {
  constructor(
    private readonly databases: Databases,
    private readonly sweeps: Sweeps,
    private readonly usage: Usage,
  ) {}

  /**
   * Cancels all queued and running points. The quota of queued points is refunded. Completed points keep their results.
   * Throws {@link AppError} `sweep_not_found`, `sweep_already_finished`.
   */
  async cancel(caller: Caller, id: string): Promise<SweepRecord> {
    const { organizationId, tier } = caller;
    const sweep = await this.sweeps.find(caller, id);
    const canceled = await this.databases
      .for(tier)
      .$transaction((tx) => this.cancelPoints(tx, organizationId, sweep.id));
    const record = await this.sweeps.record(caller, id);
    if (canceled) return record;
    // No point was queued or running, and a finished point never changes its status.
    throw new AppError('sweep_already_finished', { status: record.status as FinishedStatus });
  }

  /** Returns false if all points are finished. */
  private async cancelPoints(tx: Transaction, organizationId: string, id: string): Promise<boolean> {
    // Ordered, so that concurrent cancels lock the rows in the same order and cannot deadlock.
    const unfinished = await tx.$queryRaw<Pick<Simulation, 'id' | 'status' | 'createdAt'>[]>`
      SELECT id, status, created_at AS "createdAt" FROM simulations
      WHERE sweep_id = ${id} AND organization_id = ${organizationId}::uuid AND status IN ('queued', 'running')
      ORDER BY id FOR UPDATE`;
    const [first] = unfinished;
    if (!first) return false;
    const canceledAt = await databaseTime(tx);
    await tx.simulation.updateMany({
      where: {
        id: { in: unfinished.map((point) => point.id) },
        organizationId,
        status: { in: statusesBefore('canceled') },
      },
      data: { status: 'canceled', completedAt: canceledAt, leaseExpiresAt: null },
    });
    const queued = unfinished.filter(({ status }) => status === 'queued').length;
    // All points have the same creation time.
    if (queued > 0) await this.usage.refund(tx, organizationId, first.createdAt, queued);
    // One message is enough: it checks whether the whole sweep is finished.
    await appendFinishedMessage(tx, first.id);
    await tx.sweep.update({ where: { id, organizationId }, data: { canceledAt } });
    return true;
  }
}
