import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/identity/caller.js';
import { CursorCodec } from '../common/pagination/cursor.js';
import { after, listOf, newestFirst, toPage } from '../common/pagination/page.js';
import type { Reply } from '../common/http/reply.js';
import { Databases } from '../platform/database/databases.service.js';
import { Prisma, type Simulation } from '../platform/database/generated/client.js';
import { toRecord, type SimulationRecord } from './simulation.record.js';
import { readFigures } from './stored-summary.js';
import type { ListSimulations } from './simulation.schema.js';

/**
 * Maximum size of the summaries that one page reads, as Postgres stores them: compressed. A usual page has a few hundred kilobytes. It limits
 * the memory of a page before its records are measured.
 */
const maxStoredBytes = 1_000_000;

type WithoutSummary = Omit<Simulation, 'summary' | 'summaryDetails'>;
/** A row with the figures of all agents, as lists show it. */
type ListedRow = WithoutSummary & Pick<Simulation, 'summary'>;

/** Lists the simulations of the caller's organization in the caller's tier. */
@Injectable()
export class SimulationList {
  constructor(
    private readonly databases: Databases,
    private readonly cursors: CursorCodec,
  ) {}

  async page(caller: Caller, { limit, cursor, ...filters }: ListSimulations): Promise<Reply<SimulationRecord[]>> {
    const list = listOf('simulations', caller, filters);
    const position = cursor === undefined ? undefined : this.cursors.decode(list, cursor);
    const { status, workflow_id: workflowId, created_after: from, created_before: before, sweep_id: sweepId } = filters;
    const { name } = filters;
    const rows = await this.databases.for(caller.tier).simulation.findMany({
      where: {
        organizationId: caller.organizationId,
        // Without a sweep id, the points of sweeps are left out.
        sweepId: sweepId ?? null,
        study: { equals: Prisma.DbNull },
        deletedAt: null,
        ...(status && { status }),
        ...(workflowId !== undefined && { workflowId }),
        ...(name !== undefined && { name: { contains: literalText(name), mode: 'insensitive' } }),
        createdAt: { ...(from && { gt: new Date(from) }), ...(before && { lt: new Date(before) }) },
        ...after(position),
      },
      orderBy: newestFirst,
      take: limit + 1,
      omit: { summary: true, summaryDetails: true },
    });
    const read = await this.withSummaries(caller, rows);
    const hasUnreadRows = read.length < rows.length;
    return toPage(read, { limit, list, cursors: this.cursors, toRecord: toListed, hasUnreadRows });
  }

  /** Adds the summaries, up to {@link maxStoredBytes}. Returns at least one row if there are any. */
  private async withSummaries(caller: Caller, rows: readonly WithoutSummary[]): Promise<ListedRow[]> {
    const completed = rows.filter(({ status }) => status === 'completed').map(({ id }) => id);
    if (completed.length === 0) return rows.map((row) => ({ ...row, summary: null }));
    const { rows: found } = await this.databases.sql(caller.tier).query<Pick<Simulation, 'id' | 'summary'>>(
      `SELECT id, summary FROM (
         SELECT id, summary, size, sum(size) OVER (ORDER BY created_at DESC, id DESC) AS total
         FROM simulations CROSS JOIN LATERAL (SELECT coalesce(pg_column_size(summary), 0) AS size) stored
         WHERE id = ANY($1) AND organization_id = $2) page
       WHERE total - size < $3`,
      [completed, caller.organizationId, maxStoredBytes],
    );
    const summaries = new Map(found.map(({ id, summary }) => [id, summary]));
    const unread = rows.findIndex(({ id, status }) => status === 'completed' && !summaries.has(id));
    return rows
      .slice(0, unread === -1 ? undefined : unread)
      .map((row) => ({ ...row, summary: summaries.get(row.id) ?? null }));
  }
}

/** Returns the record with the figures of all agents. Details were nine tenths of a page that shows none of them. */
function toListed({ summary: stored, ...row }: ListedRow): SimulationRecord {
  const summary = stored === null ? null : { ...readFigures(stored), curves: [], segments: [], flows: [] };
  return { ...toRecord({ ...row, summary: null, summaryDetails: null }), summary };
}

/** Escapes the wildcards of LIKE, which Prisma does not. */
const literalText = (text: string) => text.replace(/[\\%_]/g, '\\$&');
