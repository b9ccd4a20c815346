import { Injectable } from '@nestjs/common';
import { AppError } from '../common/errors/app-error.js';
import type { Caller } from '../common/identity/caller.js';
import { databaseTime } from '../platform/database/database-time.js';
import { Databases } from '../platform/database/databases.service.js';
import { Usage } from '../usage/usage.service.js';
import { announceEnd } from './announce-end.js';
import { toRecord, type SimulationRecord } from './simulation.record.js';
import { isFinished, statusesBefore } from './simulation.state.js';
import { Simulations } from './simulations.service.js';

@Injectable()
export class SimulationCancel {
  constructor(
    private readonly databases: Databases,
    private readonly simulations: Simulations,
    private readonly usage: Usage,
  ) {}

  /**
   * Ends a simulation before its time: a queued one runs never and is given back to the quota, a running one stops at its next sign of life.
   * Throws {@link AppError} `simulation_not_found`, `simulation_already_finished`.
   */
  async cancel(caller: Caller, id: string): Promise<SimulationRecord> {
    const found = await this.simulations.find(caller, id);
    return this.databases.for(caller.tier).$transaction(async (tx) => {
      const [locked] = await tx.$queryRaw<{ status: typeof found.status }[]>`
        SELECT status FROM simulations WHERE id = ${found.id} AND organization_id = ${caller.organizationId}::uuid FOR UPDATE`;
      const status = locked?.status ?? found.status;
      if (isFinished(status)) throw new AppError('simulation_already_finished', { status });
      const [canceled] = await tx.simulation.updateManyAndReturn({
        where: { id: found.id, organizationId: caller.organizationId, status: { in: statusesBefore('canceled') } },
        data: { status: 'canceled', completedAt: await databaseTime(tx), leaseExpiresAt: null },
      });
      if (!canceled) throw new AppError('simulation_not_found');
      if (status === 'queued') await this.usage.refund(tx, canceled.organizationId, canceled.createdAt);
      await announceEnd(tx, canceled.id);
      return toRecord(canceled);
    });
  }
}
