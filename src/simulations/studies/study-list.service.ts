import { Injectable } from '@nestjs/common';
import type { Reply } from '../../common/http/reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { CursorCodec } from '../../common/pagination/cursor.js';
import { after, listOf, newestFirst, toPage, type PageQuery } from '../../common/pagination/page.js';
import { Databases } from '../../platform/database/databases.service.js';
import { Prisma, type Simulation } from '../../platform/database/generated/client.js';
import type { StudyKind } from './study.js';
import { studyKinds } from './study-kinds.js';

/** Lists the studies of the caller's organization in the caller's tier. */
@Injectable()
export class StudyList {
  constructor(
    private readonly databases: Databases,
    private readonly cursors: CursorCodec,
  ) {}

  /** @param recordOf record of a row in the list, whose result has no {@link studyKinds} `unlistedField` */
  async page<Record>(
    caller: Caller,
    kind: StudyKind,
    { limit, cursor }: PageQuery,
    recordOf: (row: Simulation) => Record,
  ): Promise<Reply<Record[]>> {
    const list = listOf(kind, caller);
    const position = cursor === undefined ? undefined : this.cursors.decode(list, cursor);
    const rows = await this.databases.for(caller.tier).simulation.findMany({
      where: {
        organizationId: caller.organizationId,
        id: { startsWith: `${studyKinds[kind].idPrefix}_` },
        study: { not: Prisma.DbNull },
        deletedAt: null,
        ...after(position),
      },
      orderBy: newestFirst,
      take: limit + 1,
      omit: { summary: true, summaryDetails: true },
    });
    const read = await this.withResults(caller, kind, rows);
    return toPage(read, { limit, list, cursors: this.cursors, toRecord: recordOf });
  }

  /** Adds the results without their longest field, which can be most of a page. */
  private async withResults(
    { tier, organizationId }: Caller,
    kind: StudyKind,
    rows: readonly Omit<Simulation, 'summary' | 'summaryDetails'>[],
  ): Promise<Simulation[]> {
    const { rows: found } = await this.databases.sql(tier).query<Pick<Simulation, 'id' | 'summary'>>({
      text: 'SELECT id, summary::jsonb - $3::text AS summary FROM simulations WHERE id = ANY($1) AND organization_id = $2',
      values: [rows.map(({ id }) => id), organizationId, studyKinds[kind].unlistedField],
    });
    const results = new Map(found.map(({ id, summary }) => [id, summary]));
    return rows.map((row) => ({ ...row, summary: results.get(row.id) ?? null, summaryDetails: null }));
  }
}
