import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { Databases } from '../../platform/database/databases.service.js';
import { Prisma } from '../../platform/database/generated/client.js';
import { Usage } from '../../usage/usage.service.js';
import { cancelUnfinished } from '../cancel-unfinished.js';
import type { FinishedStatus } from '../simulation.state.js';
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
      if (!(await cancelUnfinished(tx, this.usage, organizationId, Prisma.sql`sweep_id = ${sweep.id}`))) return false;
      await tx.sweep.update({ where: { id: sweep.id, organizationId }, data: { canceledAt: await databaseTime(tx) } });
      return true;
    });
    const record = await this.sweeps.record(caller, id);
    if (canceled) return record;
    // No point was queued or running, and a finished point never changes its status.
    throw new AppError('sweep_already_finished', { status: record.status as FinishedStatus });
  }
}
