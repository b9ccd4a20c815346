import { Injectable } from '@nestjs/common';
import { sha256 } from '../../common/crypto.js';
import { StreamReply } from '../../common/http/stream-reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { Databases } from '../../platform/database/databases.service.js';
import { chooseFormat } from '../results/result-format.js';
import type { SweepTableQuery } from './sweep.schema.js';
import { sweepTable } from './sweep-table.js';
import { Sweeps } from './sweeps.service.js';
import { writeTable } from './write-table.js';

@Injectable()
export class SweepTables {
  constructor(
    private readonly databases: Databases,
    private readonly sweeps: Sweeps,
  ) {}

  /** Returns the table of the points, even while some are unfinished. Throws {@link AppError} `sweep_not_found`, `not_acceptable`. */
  async read(caller: Caller, id: string, query: SweepTableQuery, accept: string | undefined): Promise<StreamReply> {
    const { name, contentType: type, compressible } = chooseFormat(query.format, accept);
    const sweep = await this.sweeps.find(caller, id);
    const points = await this.databases.for(caller.tier).simulation.findMany({
      where: { sweepId: sweep.id, organizationId: caller.organizationId },
      orderBy: { sweepIndex: 'asc' },
      select: { id: true, status: true, sweepIndex: true, summary: true },
    });
    const completed = points.filter(({ status }) => status === 'completed').length;
    const meta = { sweep_id: sweep.id, points_total: sweep.pointCount, points_completed: completed };
    const content = writeTable(name, sweepTable(sweep, points), meta);
    const headers = query.format && { 'Content-Disposition': `attachment; filename="${id}.${name}"` };
    const tag = sha256(content).toString('base64url');
    const head = { type, compressible, tag, ...(headers && { headers }) };
    return new StreamReply(head, () => Promise.resolve({ content }));
  }
}
