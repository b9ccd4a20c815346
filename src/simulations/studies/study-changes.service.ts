import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { Audit } from '../../platform/audit/audit.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { Databases, type Transaction } from '../../platform/database/databases.service.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { Usage } from '../../usage/usage.service.js';
import { appendFinishedMessage } from '../finished-message.js';
import { isFinished, statusesBefore } from '../simulation.state.js';
import { Studies } from './studies.service.js';
import { costOf, type StudyKind } from './study.js';
import { studyKinds } from './study-kinds.js';

/** Cancels and deletes studies. */
@Injectable()
export class StudyChanges {
  constructor(
    private readonly databases: Databases,
    private readonly studies: Studies,
    private readonly usage: Usage,
  ) {}

  /**
   * Cancels a study. A queued study never runs, and its quota is refunded. A running study stops at its next heartbeat.
   * Throws {@link AppError} `…_not_found`, `…_already_finished`.
   */
  cancel(caller: Caller, kind: StudyKind, id: string): Promise<Simulation> {
    return this.withLocked(caller, kind, id, async (tx, { status }) => {
      if (isFinished(status)) throw new AppError(studyKinds[kind].alreadyFinished, { status });
      const { organizationId } = caller;
      const [canceled] = await tx.simulation.updateManyAndReturn({
        where: { id, organizationId, status: { in: statusesBefore('canceled') } },
        data: { status: 'canceled', completedAt: await databaseTime(tx), leaseExpiresAt: null },
      });
      if (!canceled) throw new AppError(studyKinds[kind].notFound);
      if (status === 'queued') await this.usage.refund(tx, organizationId, canceled.createdAt, costOf(canceled));
      await appendFinishedMessage(tx, id);
      return canceled;
    });
  }

  /** Hides a finished study from all reads and lists. Throws {@link AppError} `…_not_found`, `…_not_finished`. */
  remove(caller: Caller, kind: StudyKind, id: string): Promise<{ id: string; deleted: true }> {
    return this.withLocked(caller, kind, id, async (tx, { status, name }) => {
      if (!isFinished(status)) throw new AppError(studyKinds[kind].notFinished, { status });
      const { organizationId } = caller;
      await tx.simulation.updateMany({ where: { id, organizationId }, data: { deletedAt: await databaseTime(tx) } });
      const details = name === null ? {} : { name };
      await Audit.append(tx, caller, { action: studyKinds[kind].deleted, subject: id, details });
      return { id, deleted: true };
    });
  }

  /** Locks the row, so that concurrent changes run one after another. */
  private async withLocked<Result>(
    caller: Caller,
    kind: StudyKind,
    id: string,
    change: (tx: Transaction, row: Pick<Simulation, 'status' | 'name'>) => Promise<Result>,
  ): Promise<Result> {
    await this.studies.find(caller, kind, id);
    return this.databases.for(caller.tier).$transaction(async (tx) => {
      const [locked] = await tx.$queryRaw<Pick<Simulation, 'status' | 'name'>[]>`
        SELECT status, name FROM simulations
        WHERE id = ${id} AND organization_id = ${caller.organizationId}::uuid AND deleted_at IS NULL FOR UPDATE`;
      if (!locked) throw new AppError(studyKinds[kind].notFound);
      return change(tx, locked);
    });
  }
}
