import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { Databases } from '../../platform/database/databases.service.js';
import type { SimulationStatus } from '../../platform/database/generated/client.js';
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
    const canceled = await this.databases.for(tier).$transaction(async (tx) => {
      // Ordered, so that concurrent cancels lock the rows in the same order and cannot deadlock.
      const points = await tx.$queryRaw<{ id: string; status: SimulationStatus }[]>`
        SELECT id, status FROM simulations
        WHERE sweep_id = ${sweep.id} AND organization_id = ${organizationId}::uuid AND status IN ('queued', 'running')
        ORDER BY id FOR UPDATE`;
      const [first] = points;
      if (!first) return false;
      await tx.simulation.updateMany({
        where: {
          id: { in: points.map((point) => point.id) },
          organizationId,
          status: { in: statusesBefore('canceled') },
        },
        data: { status: 'canceled', completedAt: await databaseTime(tx), leaseExpiresAt: null },
      });
      await tx.sweep.update({ where: { id: sweep.id, organizationId }, data: { canceledAt: await databaseTime(tx) } });
      const queued = points.filter(({ status }) => status === 'queued').length;
      if (queued > 0) await this.usage.refund(tx, organizationId, sweep.createdAt, queued);
      // One message is enough: it checks whether the whole sweep is finished.
      await appendFinishedMessage(tx, first.id);
      return true;
    });
    const record = await this.sweeps.record(caller, id);
    if (canceled) return record;
    // No point was queued or running, and a finished point never changes its status.
    throw new AppError('sweep_already_finished', { status: record.status as FinishedStatus });
  }
}
