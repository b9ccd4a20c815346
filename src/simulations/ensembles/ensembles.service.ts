import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Reply } from '../../common/http/reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { isPrefixedId } from '../../common/ids.js';
import { CursorCodec } from '../../common/pagination/cursor.js';
import { after, listOf, newestFirst, toPage } from '../../common/pagination/page.js';
import { Databases } from '../../platform/database/databases.service.js';
import type { Ensemble, Simulation } from '../../platform/database/generated/client.js';
import type { CompletedRecord, EnsembleRecord, ListEnsembles } from './ensemble.schema.js';
import { readMembers, readMemberStates } from './ensemble-members.js';
import { toEnsembleRecord, toListedEnsemble } from './ensemble.row.js';

export interface CompletedEnsemble {
  record: CompletedRecord;
  /** In the order of `models`. */
  simulations: readonly Simulation[];
}

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
    const database = this.databases.for(caller.tier);
    const rows = await database.ensemble.findMany({
      where: { organizationId: caller.organizationId, deletedAt: null, ...after(position) },
      orderBy: newestFirst,
      take: limit + 1,
    });
    const statuses = await readMemberStates(database, caller.organizationId, rows);
    return toPage(rows, { limit, list, cursors: this.cursors, toRecord: (row) => toListedEnsemble(row, statuses) });
  }

  /** Throws {@link AppError} `ensemble_not_found`. */
  async get(caller: Caller, id: string): Promise<EnsembleRecord> {
    const row = await this.find(caller, id);
    return toEnsembleRecord(row, await readMembers(this.databases.for(caller.tier), row));
  }

  /** Throws {@link AppError} `ensemble_not_found`, `ensemble_not_complete`. */
  async findCompleted(caller: Caller, id: string): Promise<CompletedEnsemble> {
    const row = await this.find(caller, id);
    const members = await readMembers(this.databases.for(caller.tier), row);
    const { outcomes, ...record } = toEnsembleRecord(row, members);
    const { status } = record;
    if (status !== 'completed') throw new AppError('ensemble_not_complete', { status });
    if (!outcomes) throw new Error(`the completed ensemble ${id} has no outcomes`);
    const simulations = record.models.map(({ simulation_id }) => members.get(simulation_id)!);
    return { record: { ...record, outcomes }, simulations };
  }

  /** Returns the row. Throws {@link AppError} `ensemble_not_found`, also for a deleted one and for one of another organization. */
  async find({ tier, organizationId }: Caller, id: string): Promise<Ensemble> {
    const row = isPrefixedId('ens', id)
      ? await this.databases.for(tier).ensemble.findFirst({ where: { id, organizationId, deletedAt: null } })
      : null;
    if (!row) throw new AppError('ensemble_not_found');
    return row;
  }
}
