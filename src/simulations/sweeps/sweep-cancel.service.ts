import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { Databases } from '../../platform/database/databases.service.js';
import type { SimulationStatus } from '../../platform/database/generated/client.js';
import { Usage } from '../../usage/usage.service.js';
import { announceEnd } from '../announce-end.js';
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
   * Ends every point that has not ended. Those that were queued are given back to the quota; what has results keeps them.
   * Throws {@link AppError} `sweep_not_found`, `sweep_already_finished`.
   */
  async cancel(caller: Caller, id: string): Promise<SweepRecord> {
    const { organizationId, tier } = caller;
    const sweep = await this.sweeps.find(caller, id);
    const canceled = await this.databases.for(tier).$transaction(async (tx) => {
      // In one order, so that of two cancels one waits for the other.
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
      // The end of one point is enough for the end of the sweep to be noticed.
      await announceEnd(tx, first.id);
      return true;
    });
    const record = await this.sweeps.record(caller, id);
    if (canceled) return record;
    // No point was queued or running, and a finished point never changes its status.
    throw new AppError('sweep_already_finished', { status: record.status as FinishedStatus });
  }
}
