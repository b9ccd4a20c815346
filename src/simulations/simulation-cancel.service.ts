import { Injectable } from '@nestjs/common';
import { AppError } from '../common/errors/app-error.js';
import type { Caller } from '../common/identity/caller.js';
import { databaseTime } from '../platform/database/database-time.js';
import { Databases } from '../platform/database/databases.service.js';
import { Usage } from '../usage/usage.service.js';
import { appendFinishedMessage } from './finished-message.js';
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
   * Cancels a simulation. A queued simulation never runs, and its quota is refunded. A running simulation stops at its next heartbeat.
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
      await appendFinishedMessage(tx, canceled.id);
      return toRecord(canceled);
    });
  }
}
