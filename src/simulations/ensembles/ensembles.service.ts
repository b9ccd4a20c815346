import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Reply } from '../../common/http/reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { isPrefixedId } from '../../common/ids.js';
import { CursorCodec } from '../../common/pagination/cursor.js';
import { after, listOf, newestFirst, toPage } from '../../common/pagination/page.js';
import { Databases } from '../../platform/database/databases.service.js';
import type { Ensemble } from '../../platform/database/generated/client.js';
import type { EnsembleRecord, ListEnsembles } from './ensemble.schema.js';
import { toEnsembleRecord, toListedEnsemble, type Member } from './ensemble.row.js';

/** Reads the ensembles of the caller's organization in the caller's tier. */
@Injectable()
export class Ensembles {
  constructor(
    private readonly databases: Databases,
    private readonly cursors: CursorCodec,
  ) {}

  async page(caller: Caller, { limit, cursor }: ListEnsembles): Promise<Reply<EnsembleRecord[]>> {
    const list = listOf('ensembles', caller);
    const position = cursor === undefined ? undefined : this.cursors.decode(list, cursor);
    const rows = await this.databases.for(caller.tier).ensemble.findMany({
      where: { organizationId: caller.organizationId, ...after(position) },
      orderBy: newestFirst,
      take: limit + 1,
    });
    const found = await this.databases.for(caller.tier).simulation.findMany({
      where: membersOf(caller, rows),
      select: { id: true, status: true },
    });
    const statuses = new Map(found.map((simulation) => [simulation.id, simulation]));
    return toPage(rows, { limit, list, cursors: this.cursors, toRecord: (row) => toListedEnsemble(row, statuses) });
  }

  /** Throws {@link AppError} `ensemble_not_found`, also for an ensemble of another organization. */
  async get(caller: Caller, id: string): Promise<EnsembleRecord> {
    const { tier, organizationId } = caller;
    const row = isPrefixedId('ens', id)
      ? await this.databases.for(tier).ensemble.findFirst({ where: { id, organizationId } })
      : null;
    if (!row) throw new AppError('ensemble_not_found');
    const found = await this.databases.for(tier).simulation.findMany({
      where: membersOf(caller, [row]),
      select: { id: true, status: true, summary: true },
    });
    return toEnsembleRecord(row, new Map(found.map((simulation) => [simulation.id, simulation])));
  }
}

/** Matches the simulations of the ensembles that are not deleted. */
function membersOf({ organizationId }: Caller, rows: readonly Ensemble[]) {
  const ids = rows.flatMap(({ members }) => (members as unknown as Member[]).map((member) => member.simulation_id));
  return { id: { in: ids }, organizationId, deletedAt: null };
}
