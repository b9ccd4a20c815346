import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { Audit } from '../../platform/audit/audit.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { Databases } from '../../platform/database/databases.service.js';
import { Prisma } from '../../platform/database/generated/client.js';
import { Usage } from '../../usage/usage.service.js';
import { cancelUnfinished } from '../cancel-unfinished.js';
import { isFinished, type FinishedStatus } from '../simulation.state.js';
import { readMemberStates } from './ensemble-members.js';
import { membersOf, toListedEnsemble } from './ensemble.row.js';
import type { EnsembleRecord } from './ensemble.schema.js';
import { Ensembles } from './ensembles.service.js';

/** Cancels and deletes ensembles. */
@Injectable()
export class EnsembleChanges {
  constructor(
    private readonly databases: Databases,
    private readonly ensembles: Ensembles,
    private readonly usage: Usage,
  ) {}

  /**
   * Cancels all queued and running simulations of an ensemble. The quota of queued ones is refunded. Completed ones keep their results.
   * Throws {@link AppError} `ensemble_not_found`, `ensemble_already_finished`.
   */
  async cancel(caller: Caller, id: string): Promise<EnsembleRecord> {
    const { organizationId, tier } = caller;
    const row = await this.ensembles.find(caller, id);
    const ids = membersOf(row).map(({ simulation_id }) => simulation_id);
    const canceled = await this.databases
      .for(tier)
      .$transaction((tx) => cancelUnfinished(tx, this.usage, organizationId, Prisma.sql`id = ANY(${ids})`));
    const record = toListedEnsemble(row, await readMemberStates(this.databases.for(tier), organizationId, [row]));
    if (canceled) return record;
    // No simulation was queued or running, and a finished one never changes its status.
    throw new AppError('ensemble_already_finished', { status: record.status as FinishedStatus });
  }

  /**
   * Hides a finished ensemble from reads and lists. Its simulations remain. The row remains, because its event and its simulations refer to it.
   * Throws {@link AppError} `ensemble_not_found`, `ensemble_not_finished`.
   */
  async remove(caller: Caller, id: string): Promise<{ id: string; deleted: true }> {
    const { organizationId, tier } = caller;
    await this.ensembles.find(caller, id);
    return this.databases.for(tier).$transaction(async (tx) => {
      const where = { id, organizationId, deletedAt: null };
      // Locked, so that only one of several concurrent deletions succeeds.
      const locked = await tx.$queryRaw<object[]>`
        SELECT FROM ensembles WHERE id = ${id} AND organization_id = ${organizationId}::uuid AND deleted_at IS NULL FOR UPDATE`;
      if (locked.length === 0) throw new AppError('ensemble_not_found');
      const row = await tx.ensemble.findFirstOrThrow({ where });
      const { status, name } = toListedEnsemble(row, await readMemberStates(tx, organizationId, [row]));
      if (!isFinished(status)) throw new AppError('ensemble_not_finished', { status });
      await tx.ensemble.updateMany({ where, data: { deletedAt: await databaseTime(tx) } });
      const details = name === null ? {} : { name };
      await Audit.append(tx, caller, { action: 'ensemble.deleted', subject: id, details });
      return { id, deleted: true };
    });
  }
}
