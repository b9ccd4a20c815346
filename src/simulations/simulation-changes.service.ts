import { Injectable } from '@nestjs/common';
import { AppError } from '../common/errors/app-error.js';
import type { Caller } from '../common/identity/caller.js';
import { Audit } from '../platform/audit/audit.js';
import { databaseTime } from '../platform/database/database-time.js';
import { Databases, type Transaction } from '../platform/database/databases.service.js';
import { annotationsOf, updatedAnnotations } from './annotations.js';
import type { UpdateSimulation } from './annotations.schema.js';
import { toRecord, type SimulationRecord } from './simulation.record.js';
import { isFinished } from './simulation.state.js';
import { Simulations } from './simulations.service.js';

/** Changes what a caller can change of an existing simulation: its annotations, and whether it exists. */
@Injectable()
export class SimulationChanges {
  constructor(
    private readonly databases: Databases,
    private readonly simulations: Simulations,
  ) {}

  /** Throws {@link AppError} `simulation_not_found`, `validation_error`. */
  update(caller: Caller, id: string, request: UpdateSimulation): Promise<SimulationRecord> {
    return this.withLocked(caller, id, async (tx, where) => {
      const before = await tx.simulation.findFirstOrThrow({
        where,
        select: { name: true, notes: true, metadata: true },
      });
      const data = updatedAnnotations(annotationsOf(before), request);
      const [updated] = await tx.simulation.updateManyAndReturn({ where, data });
      if (!updated) throw new AppError('simulation_not_found');
      return toRecord(updated);
    });
  }

  /**
   * Hides a finished simulation from all reads and lists. The row remains, because its event, its deliveries and its sweep need it.
   * Throws {@link AppError} `simulation_not_found`, `simulation_not_finished`.
   */
  remove(caller: Caller, id: string): Promise<{ id: string; deleted: true }> {
    return this.withLocked(caller, id, async (tx, where) => {
      const { status, name } = await tx.simulation.findFirstOrThrow({ where, select: { status: true, name: true } });
      if (!isFinished(status)) throw new AppError('simulation_not_finished', { status });
      await tx.simulation.updateMany({ where, data: { deletedAt: await databaseTime(tx) } });
      const details = name === null ? {} : { name };
      await Audit.append(tx, caller, { action: 'simulation.deleted', subject: id, details });
      return { id, deleted: true };
    });
  }

  /** Locks the row, so that concurrent changes run one after another. */
  private async withLocked<Result>(
    caller: Caller,
    id: string,
    change: (tx: Transaction, where: { id: string; organizationId: string; deletedAt: null }) => Promise<Result>,
  ): Promise<Result> {
    const { organizationId, tier } = caller;
    await this.simulations.find(caller, id);
    return this.databases.for(tier).$transaction(async (tx) => {
      const locked = await tx.$queryRaw<object[]>`
        SELECT FROM simulations WHERE id = ${id} AND organization_id = ${organizationId}::uuid AND deleted_at IS NULL FOR UPDATE`;
      if (locked.length === 0) throw new AppError('simulation_not_found');
      return change(tx, { id, organizationId, deletedAt: null });
    });
  }
}
