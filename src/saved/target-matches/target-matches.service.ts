import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import type { Reply } from '../../common/http/reply.js';
import { CursorCodec } from '../../common/pagination/cursor.js';
import { listOf, newestPage } from '../../common/pagination/page.js';
import { Audit } from '../../platform/audit/audit.js';
import { Databases } from '../../platform/database/databases.service.js';
import { toTargetMatchRecord, type TargetMatchRecord, type ListTargetMatches } from './target-match.record.js';
import { SavedTargetMatches } from './saved-target-matches.service.js';

/** The saved calibrations of the caller's organization in the caller's tier. */
@Injectable()
export class TargetMatches {
  constructor(
    private readonly saved: SavedTargetMatches,
    private readonly databases: Databases,
    private readonly cursors: CursorCodec,
  ) {}

  async list(caller: Caller, { limit, cursor, workflow_id }: ListTargetMatches): Promise<Reply<TargetMatchRecord[]>> {
    const { organizationId, tier } = caller;
    const where = { organizationId, ...(workflow_id !== undefined && { workflowId: workflow_id }) };
    const page = {
      limit,
      cursor,
      list: listOf('calibrations', caller, workflow_id === undefined ? {} : { workflow_id }),
    };
    return newestPage(this.cursors, page, toTargetMatchRecord, ({ after, ...query }) =>
      this.databases.for(tier).calibration.findMany({ where: { ...where, ...after }, ...query }),
    );
  }

  async get(caller: Caller, id: string): Promise<TargetMatchRecord> {
    const row = await this.saved.find(caller, id);
    if (!row) throw new AppError('calibration_not_found');
    return toTargetMatchRecord(row);
  }

  /** Deletes a calibration. Simulations that used it keep their own definition. */
  async remove(caller: Caller, id: string): Promise<{ id: string; deleted: true }> {
    const { organizationId, tier } = caller;
    await this.get(caller, id);
    await this.databases.for(tier).$transaction(async (tx) => {
      const { count } = await tx.calibration.deleteMany({ where: { id, organizationId } });
      if (count > 0) await Audit.append(tx, caller, { action: 'calibration.deleted', subject: id });
    });
    return { id, deleted: true };
  }
}
