import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Reply } from '../../common/http/reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { creatorFields } from '../../common/identity/creator.js';
import { isPrefixedId } from '../../common/crypto.js';
import { CursorCodec } from '../../common/pagination/cursor.js';
import { listOf, newestPage } from '../../common/pagination/page.js';
import type { StoredPeople } from '../../../model/simulate.js';
import { Audit } from '../../platform/audit/audit.js';
import { Databases } from '../../platform/database/databases.service.js';
import { toRecord, type PopulationRecord } from './population.record.js';
import type { ListPopulations } from './population.schema.js';

/** The columns of a record. The people take up to 10 MB, so that only simulations read them. */
const recordFields = {
  id: true,
  name: true,
  workflowId: true,
  workflowVersion: true,
  peopleCount: true,
  details: true,
  createdAt: true,
  ...creatorFields,
} as const;

@Injectable()
export class Populations {
  constructor(
    private readonly databases: Databases,
    private readonly cursors: CursorCodec,
  ) {}

  async page(caller: Caller, { limit, cursor, workflow_id }: ListPopulations): Promise<Reply<PopulationRecord[]>> {
    const { organizationId, tier } = caller;
    const where = { organizationId, ...(workflow_id !== undefined && { workflowId: workflow_id }) };
    const page = { limit, cursor, list: listOf('populations', caller, { workflow_id }) };
    return newestPage(this.cursors, page, toRecord, ({ after, ...query }) =>
      this.databases.for(tier).population.findMany({ where: { ...where, ...after }, select: recordFields, ...query }),
    );
  }

  async get({ tier, organizationId }: Caller, id: string): Promise<PopulationRecord> {
    const row = isPrefixedId('pop', id)
      ? await this.databases.for(tier).population.findFirst({ where: { id, organizationId }, select: recordFields })
      : null;
    if (!row) throw new AppError('population_not_found');
    return toRecord(row);
  }

  async remove(caller: Caller, id: string): Promise<{ id: string; deleted: true }> {
    const { organizationId, tier } = caller;
    await this.databases.for(tier).$transaction(async (tx) => {
      const { count } = isPrefixedId('pop', id)
        ? await tx.population.deleteMany({ where: { id, organizationId } })
        : { count: 0 };
      if (count === 0) throw new AppError('population_not_found');
      await Audit.append(tx, caller, { action: 'population.deleted', subject: id });
    });
    return { id, deleted: true };
  }

  /** People for a simulation of a workflow. Throws {@link AppError} `invalid_adjustment`, also for a population of another organization. */
  async people({ tier, organizationId }: Caller, workflowId: string, id: string): Promise<StoredPeople> {
    const row = isPrefixedId('pop', id)
      ? await this.databases.for(tier).population.findFirst({ where: { id, organizationId } })
      : null;
    if (!row) throw invalid('does not exist in this tier. List populations with GET /v1/populations.');
    if (row.workflowId !== workflowId) throw invalid(`belongs to the workflow "${row.workflowId}"`);
    const content = row.content as unknown as Pick<StoredPeople, 'people' | 'attributes'>;
    return { ...content, id, date: row.createdAt.toISOString().slice(0, 10) };
  }
}

const invalid = (message: string) => AppError.withIssues('invalid_adjustment', [{ path: 'population_id', message }]);
