import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import { jsonText } from '../../common/http/json-text.js';
import type { Reply } from '../../common/http/reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { creatorFields } from '../../common/identity/creator.js';
import { isPrefixedId } from '../../common/crypto.js';
import { CursorCodec } from '../../common/pagination/cursor.js';
import { listOf, newestPage } from '../../common/pagination/page.js';
import type { StoredPeople } from '../../../model/simulate.js';
import { Audit } from '../../platform/audit/audit.js';
import { Databases } from '../../platform/database/databases.service.js';
import type { Sql } from '../../platform/database/sql.js';
import { toRecord, type PopulationDetails, type PopulationRecord, type PopulationRow } from './population.record.js';
import type { ListPopulations } from './population.schema.js';

/** Columns of a record besides the details. The people take up to 10 MB, so that only simulations read them. */
const recordFields = {
  id: true,
  name: true,
  workflowId: true,
  workflowVersion: true,
  peopleCount: true,
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
    const { population } = this.databases.for(tier);
    return newestPage(this.cursors, page, toRecordWithText, async ({ after, ...query }) =>
      withDetails(
        this.databases.sql(tier),
        await population.findMany({ where: { ...where, ...after }, select: recordFields, ...query }),
      ),
    );
  }

  async get({ tier, organizationId }: Caller, id: string): Promise<PopulationRecord> {
    const row = isPrefixedId('pop', id)
      ? await this.databases.for(tier).population.findFirst({ where: { id, organizationId }, select: recordFields })
      : null;
    const [read] = row ? await withDetails(this.databases.sql(tier), [row]) : [];
    if (!read) throw new AppError('population_not_found');
    return toRecordWithText(read);
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

type RowOfRecord = Omit<PopulationRow, 'details'>;

interface WithDetails extends RowOfRecord {
  /** Without the margins. */
  others: Omit<PopulationDetails, 'margins'>;
  /** JSON text: those of many categories have hundreds of kilobytes. */
  margins: string;
}

/** Adds the details to rows. Leaves rows out that were deleted meanwhile. */
async function withDetails(sql: Sql, rows: readonly RowOfRecord[]): Promise<WithDetails[]> {
  const { rows: found } = await sql.query<Pick<WithDetails, 'id' | 'others' | 'margins'>>({
    name: 'population details',
    text: `SELECT id, to_json(details::jsonb - 'margins') AS others, (details -> 'margins')::text AS margins
           FROM populations WHERE id = ANY($1::text[])`,
    values: [rows.map(({ id }) => id)],
  });
  const byId = new Map(found.map((details) => [details.id, details]));
  return rows.flatMap((row) => {
    const details = byId.get(row.id);
    return details ? [{ ...row, ...details }] : [];
  });
}

const toRecordWithText = ({ others, margins, ...row }: WithDetails): PopulationRecord =>
  toRecord(row, { ...others, margins: jsonText(margins) });

const invalid = (message: string) => AppError.withIssues('invalid_adjustment', [{ path: 'population_id', message }]);
