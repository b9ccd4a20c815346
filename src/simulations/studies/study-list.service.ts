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

  /** @param recordOf record of a row in the list */
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
    });
    return toPage(rows, { limit, list, cursors: this.cursors, toRecord: recordOf });
  }
}
