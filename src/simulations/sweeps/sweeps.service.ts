import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Reply } from '../../common/http/reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { isPrefixedId } from '../../common/ids.js';
import { CursorCodec } from '../../common/pagination/cursor.js';
import { after, listOf, newestFirst, toPage } from '../../common/pagination/page.js';
import { Databases } from '../../platform/database/databases.service.js';
import type { Sweep } from '../../platform/database/generated/client.js';
import type { ListSweeps } from './sweep.schema.js';
import { toPoints, toSweepRecord, type PointRow, type SweepRecord, type SweepWithPoints } from './sweep.record.js';
import { readStates, type PointsState } from './sweep-state.js';

/** Reads the sweeps of the caller's organization in the caller's tier. */
@Injectable()
export class Sweeps {
  constructor(
    private readonly databases: Databases,
    private readonly cursors: CursorCodec,
  ) {}

  async page(caller: Caller, { limit, cursor }: ListSweeps): Promise<Reply<SweepRecord[]>> {
    const list = listOf('sweeps', caller);
    const position = cursor === undefined ? undefined : this.cursors.decode(list, cursor);
    const rows = await this.databases.for(caller.tier).sweep.findMany({
      where: { organizationId: caller.organizationId, ...after(position) },
      orderBy: newestFirst,
      take: limit + 1,
    });
    const states = await this.statesOf(caller, rows);
    return toPage(rows, { limit, list, cursors: this.cursors, toRecord: (row) => toSweepRecord(row, states(row)) });
  }

  async get(caller: Caller, id: string): Promise<SweepWithPoints> {
    const row = await this.find(caller, id);
    const [states, points] = await Promise.all([this.statesOf(caller, [row]), this.pointsOf(caller, row)]);
    return { ...toSweepRecord(row, states(row)), points: toPoints(row, points) };
  }

  async record(caller: Caller, id: string): Promise<SweepRecord> {
    const row = await this.find(caller, id);
    return toSweepRecord(row, (await this.statesOf(caller, [row]))(row));
  }

  /** Returns the row. Throws {@link AppError} `sweep_not_found`, also for a sweep of another organization. */
  async find({ tier, organizationId }: Caller, id: string): Promise<Sweep> {
    const row = isPrefixedId('swp', id)
      ? await this.databases.for(tier).sweep.findFirst({ where: { id, organizationId } })
      : null;
    if (!row) throw new AppError('sweep_not_found');
    return row;
  }

  private pointsOf({ tier, organizationId }: Caller, { id: sweepId }: Sweep): Promise<PointRow[]> {
    return this.databases.for(tier).simulation.findMany({
      where: { sweepId, organizationId },
      orderBy: { sweepIndex: 'asc' },
      select: { id: true, status: true, sweepIndex: true, failureCode: true, failureMessage: true },
    });
  }

  private async statesOf(
    { tier, organizationId }: Caller,
    rows: readonly Sweep[],
  ): Promise<(row: Sweep) => PointsState> {
    const ids = rows.map(({ id }) => id);
    const states = await readStates(this.databases.sql(tier), organizationId, ids);
    return ({ id }) => states.get(id) as PointsState;
  }
}
