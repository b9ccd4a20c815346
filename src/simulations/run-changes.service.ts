import { Injectable } from '@nestjs/common';
import { AppError } from '../common/errors/app-error.js';
import type { Caller } from '../common/identity/caller.js';
import { Audit } from '../platform/audit/audit.js';
import { databaseTime } from '../platform/database/database-time.js';
import { Databases, type Transaction } from '../platform/database/databases.service.js';
import type { Simulation } from '../platform/database/generated/client.js';
import { Usage } from '../usage/usage.service.js';
import { annotationsOf, updatedAnnotations } from './annotations.js';
import type { UpdateAnnotations } from '../common/annotations.schema.js';
import { appendFinishedMessage } from './queue/finished-runs.service.js';
import { isGroup, type RegisteredKind } from './run.kind.js';
import type { RunRow } from './run.row.js';
import { byStatus, isFinished, statusesBefore, type RunStatus } from './run.state.js';
import { RunStore } from './run-store.service.js';

type Locked = Pick<Simulation, 'id' | 'status' | 'name' | 'createdAt' | 'cost' | 'childCount'>;

/** The status of a locked run. To read it on another connection could wait for this transaction. @param runs the children of a group */
function statusOf({ work }: RegisteredKind, run: Locked, runs: readonly Locked[]): RunStatus {
  if (!isGroup(work)) return run.status;
  const counts = byStatus((own) => runs.filter(({ status }) => status === own).length);
  return work.statusOf(counts, run.status === 'canceled', run.childCount ?? 0);
}

/** Cancels, changes and deletes runs. */
@Injectable()
export class RunChanges {
  constructor(
    private readonly databases: Databases,
    private readonly store: RunStore,
    private readonly usage: Usage,
  ) {}

  /**
   * Cancels a run. A queued run never starts, and its quota is refunded. A running one stops at its next heartbeat. A group cancels its
   * unfinished simulations. Throws {@link AppError} `…_not_found`, `…_already_finished`.
   */
  async cancel(caller: Caller, kind: RegisteredKind, id: string): Promise<RunRow> {
    await this.withLocked(caller, kind, id, async (tx, run) => {
      // Ordered, so that concurrent cancels lock the rows in the same order and cannot deadlock.
      const runs = isGroup(kind.work)
        ? await tx.$queryRaw<Locked[]>`
            SELECT id, status, name, cost, created_at AS "createdAt", child_count AS "childCount" FROM simulations
            WHERE parent_id = ${id} AND organization_id = ${caller.organizationId}::uuid ORDER BY id FOR UPDATE`
        : [run];
      const unfinished = runs.filter(({ status }) => !isFinished(status));
      const [first] = unfinished;
      if (!first) {
        // A finished run never changes its status. A group can have no row that is unfinished for a moment: before its blocks are combined.
        const status = statusOf(kind, run, runs);
        if (isFinished(status)) throw new AppError(kind.codes.alreadyFinished, { status });
      }
      const ids = new Set([id, ...unfinished.map((own) => own.id)]);
      await tx.simulation.updateMany({
        where: {
          id: { in: [...ids] },
          organizationId: caller.organizationId,
          status: { in: statusesBefore('canceled') },
        },
        data: { status: 'canceled', completedAt: await databaseTime(tx), leaseExpiresAt: null },
      });
      const refunded = unfinished.filter(({ status }) => status === 'queued').reduce((sum, { cost }) => sum + cost, 0);
      // All simulations of a group have the same creation time.
      if (refunded > 0) await this.usage.refund(tx, caller.organizationId, run.createdAt, refunded);
      // One message is enough: it checks whether the whole group is finished.
      await appendFinishedMessage(tx, first?.id ?? id);
    });
    return this.store.find(caller, kind, id);
  }

  /** Changes the annotations. Throws {@link AppError} `…_not_found`, `validation_error`. */
  async update(caller: Caller, kind: RegisteredKind, id: string, request: UpdateAnnotations): Promise<RunRow> {
    await this.withLocked(caller, kind, id, async (tx) => {
      const where = { id, organizationId: caller.organizationId };
      const select = { name: true, notes: true, metadata: true } as const;
      const before = annotationsOf(await tx.simulation.findFirstOrThrow({ where, select }));
      await tx.simulation.updateMany({ where, data: updatedAnnotations(before, request) });
    });
    return this.store.find(caller, kind, id);
  }

  /**
   * Hides a finished run and its simulations from all reads and lists, and ends their share links. The rows remain, because events, deliveries and sweeps need them.
   * Throws {@link AppError} `…_not_found`, `…_not_finished`.
   */
  async remove(caller: Caller, kind: RegisteredKind, id: string): Promise<{ id: string; deleted: true }> {
    const { status } = await this.store.find(caller, kind, id);
    // A finished run never changes its status.
    if (!isFinished(status)) throw new AppError(kind.codes.notFinished, { status });
    await this.withLocked(caller, kind, id, async (tx, { name }) => {
      const { organizationId } = caller;
      await tx.simulation.updateMany({
        where: { OR: [{ id }, { parentId: id }], organizationId, deletedAt: null },
        data: { deletedAt: await databaseTime(tx) },
      });
      await tx.shareLink.deleteMany({ where: { organizationId, run: { OR: [{ id }, { parentId: id }] } } });
      const details = name === null ? {} : { name };
      await Audit.append(tx, caller, { action: `${kind.name}.deleted`, subject: id, details });
    });
    return { id, deleted: true };
  }

  /** Locks the row, so that concurrent changes run one after another. */
  private async withLocked(
    caller: Caller,
    kind: RegisteredKind,
    id: string,
    change: (tx: Transaction, run: Locked) => Promise<void>,
  ): Promise<void> {
    await this.store.find(caller, kind, id);
    await this.databases.for(caller.tier).$transaction(async (tx) => {
      const [locked] = await tx.$queryRaw<Locked[]>`
        SELECT id, status, name, cost, created_at AS "createdAt", child_count AS "childCount" FROM simulations
        WHERE id = ${id} AND organization_id = ${caller.organizationId}::uuid AND deleted_at IS NULL FOR UPDATE`;
      if (!locked) throw new AppError(kind.codes.notFound);
      await change(tx, locked);
    });
  }
}
