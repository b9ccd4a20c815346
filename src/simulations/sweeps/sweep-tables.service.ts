import { Injectable } from '@nestjs/common';
import type { StreamReply } from '../../common/http/stream-reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { Databases } from '../../platform/database/databases.service.js';
import { rowsOf } from '../tables/table.js';
import type { TableQuery } from '../tables/table.schema.js';
import { tableFormat, tableReply } from '../tables/table-reply.js';
import { sweepTable } from './sweep-table.js';
import { Sweeps } from './sweeps.service.js';

@Injectable()
export class SweepTables {
  constructor(
    private readonly databases: Databases,
    private readonly sweeps: Sweeps,
  ) {}

  /** Returns the table of the points, even while some are unfinished. Throws {@link AppError} `sweep_not_found`, `not_acceptable`. */
  async read(caller: Caller, id: string, query: TableQuery, accept: string | undefined): Promise<StreamReply> {
    const format = tableFormat(query.format, accept);
    const sweep = await this.sweeps.find(caller, id);
    const points = await this.databases.for(caller.tier).simulation.findMany({
      where: { sweepId: sweep.id, organizationId: caller.organizationId },
      orderBy: { sweepIndex: 'asc' },
      select: { id: true, status: true, sweepIndex: true, summary: true },
    });
    const completed = points.filter(({ status }) => status === 'completed').length;
    const meta = { sweep_id: sweep.id, points_total: sweep.pointCount, points_completed: completed };
    const columns = sweepTable(sweep, points);
    return tableReply(format, id, { json: () => ({ data: rowsOf(columns), meta }), columns: () => columns });
  }
}
