import { Injectable } from '@nestjs/common';
import { AppError } from '../common/errors/app-error.js';
import type { Reply } from '../common/http/reply.js';
import type { Caller, Owner } from '../common/identity/caller.js';
import { isPrefixedId } from '../common/crypto.js';
import { CursorCodec } from '../common/pagination/cursor.js';
import { after, listOf, newestFirst, toPage, type PageQuery, type ListPage } from '../common/pagination/page.js';
import { Databases } from '../platform/database/databases.service.js';
import type { Prisma, Simulation } from '../platform/database/generated/client.js';
import { WorkflowCatalog, type Workflow } from '../workflows/workflow-catalog.service.js';
import { kindOf, runKinds } from './kinds/index.js';
import { isGroup, type Child, type RegisteredKind, type RunRecord } from './run.kind.js';
import { findRun, readChildren, withChildren } from './run.reader.js';
import { matchingRuns, type RunFilters } from './run-filters.js';
import type { RunRow } from './run.row.js';

/**
 * Maximum size of the results that one page reads, as Postgres stores them: compressed. A usual page has a few hundred kilobytes. It limits
 * the memory of a page before its records are measured.
 */
const maxStoredBytes = 1_000_000;

type WithoutResult = Omit<Simulation, 'summary' | 'summaryDetails'>;

/** Reads the runs of the caller's organization in the caller's tier. */
@Injectable()
export class RunStore {
  constructor(
    private readonly databases: Databases,
    private readonly catalog: WorkflowCatalog,
    private readonly cursors: CursorCodec,
  ) {}

  /**
   * Throws {@link AppError} `…_not_found`, also for a deleted run and for one of another organization.
   *
   * @param asText whether only a response has the result, see {@link findRun}
   */
  async find({ tier, organizationId }: Owner, kind: RegisteredKind, id: string, asText = false): Promise<RunRow> {
    const row = isPrefixedId(kind.idPrefix, id)
      ? await findRun(this.databases.sql(tier), organizationId, id, asText)
      : undefined;
    if (!row) throw new AppError(kind.codes.notFound);
    return row;
  }

  /** Throws {@link AppError} `…_not_found`, `…_not_complete`. */
  async findCompleted(owner: Owner, kind: RegisteredKind, id: string): Promise<RunRow> {
    const row = await this.find(owner, kind, id);
    const { status } = row;
    if (status !== 'completed') throw new AppError(kind.codes.notComplete, { status });
    return row;
  }

  /** Returns the exact definition of a run. */
  async workflowOf({ tier, organizationId }: Owner, { definitionDigest, workflowId }: RunRow): Promise<Workflow> {
    const workflow = await this.catalog.withDigest(tier, definitionDigest, organizationId);
    if (!workflow) throw new Error(`the definition ${definitionDigest} of ${workflowId} is not in the catalog`);
    return workflow;
  }

  /** Returns the simulations of a group in their order, also deleted ones. */
  children({ tier }: Owner, row: RunRow): Promise<Child[]> {
    return readChildren(this.databases.sql(tier), row);
  }

  /** Returns the record of a single read. */
  async whole(owner: Owner, kind: RegisteredKind, row: RunRow): Promise<RunRecord> {
    const { format } = kind;
    if (!format.whole) return format.of(row);
    return format.whole.of(row, await readChildren(this.databases.sql(owner.tier), row, false));
  }

  /** Returns the stored result, or combines the simulations of a group. */
  async resultOf(owner: Owner, kind: RegisteredKind, row: RunRow): Promise<object> {
    if (row.combined) return row.combined;
    if (isGroup(kind.work) && !kind.work.inBlocks)
      return kind.work.combine(kind.planOf(row), await this.children(owner, row));
    if (row.summary === null) throw new Error(`the completed ${kind.noun} ${row.id} has no result`);
    return row.summary as object;
  }

  /** Lists the runs of a kind. */
  page(caller: Caller, kind: RegisteredKind, query: PageQuery & object): Promise<Reply<RunRecord[]>> {
    const { limit, cursor, ...filters } = query;
    const where = { kind: kind.name, parentId: null, ...kind.filters?.where(filters) };
    return this.list(caller, where, { limit, cursor, list: listOf(kind.path, caller, filters) });
  }

  /** Lists the runs of all kinds, or of one, without those that are part of another run. */
  async pageOfAll(caller: Caller, { limit, cursor, ...filters }: PageQuery & RunFilters): Promise<Reply<RunRecord[]>> {
    const list = listOf('runs', caller, filters);
    const position = cursor === undefined ? undefined : this.cursors.decode(list, cursor);
    const next = { position, count: limit + 1 };
    const ids = await matchingRuns(this.databases.sql(caller.tier), caller, filters, next);
    return this.list(caller, { id: { in: ids } }, { limit, cursor, list, hasMore: ids.length > limit });
  }

  private async list(
    caller: Caller,
    where: Prisma.SimulationWhereInput,
    { limit, cursor, list, hasMore = false }: ListPage & { hasMore?: boolean },
  ): Promise<Reply<RunRecord[]>> {
    const position = cursor === undefined ? undefined : this.cursors.decode(list, cursor);
    const rows = await this.databases.for(caller.tier).simulation.findMany({
      where: { ...where, organizationId: caller.organizationId, deletedAt: null, ...after(position) },
      orderBy: newestFirst,
      take: limit + 1,
      omit: { summary: true, summaryDetails: true },
    });
    const read = await this.withResults(caller, rows);
    // A run can be deleted after its id is read.
    const hasUnreadRows = hasMore || read.length < rows.length;
    const toRecord = (row: RunRow) => {
      const { format } = kindOf(row);
      return format.listed ? format.listed(row) : format.of(row);
    };
    return toPage(read, { limit, list, cursors: this.cursors, toRecord, hasUnreadRows });
  }

  /** Adds the results without their longest fields, up to {@link maxStoredBytes}. Returns at least one row if there are any. */
  private async withResults(caller: Caller, rows: readonly WithoutResult[]): Promise<RunRow[]> {
    const sql = this.databases.sql(caller.tier);
    const results = new Map<string, Simulation['summary']>();
    const completed = rows.filter(({ status }) => status === 'completed').map(({ id }) => id);
    if (completed.length > 0) {
      const { rows: found } = await sql.query<Pick<Simulation, 'id' | 'summary'>>(
        `SELECT id, ${listedSummary()} AS summary FROM (
           SELECT id, kind, summary, size, sum(size) OVER (ORDER BY created_at DESC, id DESC) AS total
           FROM simulations CROSS JOIN LATERAL (SELECT coalesce(pg_column_size(summary), 0) AS size) stored
           WHERE id = ANY($1) AND organization_id = $2) page
         WHERE total - size < $3`,
        [completed, caller.organizationId, maxStoredBytes],
      );
      for (const { id, summary: stored } of found) results.set(id, stored);
    }
    const unread = rows.findIndex(({ id, status }) => status === 'completed' && !results.has(id));
    const read = rows
      .slice(0, unread === -1 ? undefined : unread)
      .map((row) => ({ ...row, summary: results.get(row.id) ?? null, summaryDetails: null }));
    return withChildren(sql, read, 'listed');
  }
}

/** Removes the long fields of results. `jsonb` would change the order of the fields, so that it is used only to remove some. */
function listedSummary(): string {
  const cases = runKinds().flatMap(({ name, unlisted }) =>
    unlisted ? [`WHEN '${name}' THEN to_json(summary::jsonb - '{${Object.keys(unlisted).join()}}'::text[])`] : [],
  );
  return cases.length > 0 ? `CASE kind ${cases.join(' ')} ELSE summary END` : 'summary';
}
