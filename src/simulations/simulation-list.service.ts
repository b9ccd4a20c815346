import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/identity/caller.js';
import { CursorCodec } from '../common/pagination/cursor.js';
import { after, listOf, newestFirst, toPage } from '../common/pagination/page.js';
import type { Reply } from '../common/http/reply.js';
import { Databases } from '../platform/database/databases.service.js';
import { toRecord, type SimulationRecord } from './simulation.record.js';
import type { ListSimulations } from './simulation.schema.js';

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
    const rows = await this.databases.for(caller.tier).simulation.findMany({
      where: {
        organizationId: caller.organizationId,
        // Without a sweep id, the points of sweeps are left out.
        sweepId: sweepId ?? null,
        ...(status && { status }),
        ...(workflowId !== undefined && { workflowId }),
        createdAt: { ...(from && { gt: new Date(from) }), ...(before && { lt: new Date(before) }) },
        ...after(position),
      },
      orderBy: newestFirst,
      take: limit + 1,
    });
    return toPage(rows, { limit, list, cursors: this.cursors, toRecord });
  }
}
