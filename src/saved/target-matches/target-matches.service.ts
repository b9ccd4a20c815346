import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller, Owner } from '../../common/identity/caller.js';
import type { Reply } from '../../common/http/reply.js';
import { CursorCodec } from '../../common/pagination/cursor.js';
import { listOf, newestPage } from '../../common/pagination/page.js';
import { Audit } from '../../platform/audit/audit.js';
import { Databases } from '../../platform/database/databases.service.js';
import {
  toTargetMatchRecord,
  type TargetMatchRecord,
  type ListTargetMatches,
  targetsOf,
  type CalibrationTargets,
} from './target-match.record.js';
import { isPrefixedId } from '../../common/crypto.js';
import type { Adjustments } from '../../../model/simulate.js';
import type { Calibration } from '../../platform/database/generated/client.js';

/** Random seed of the agents that match the targets of target matches. */
const calibrationSeed = 0;

@Injectable()
export class SavedTargetMatches {
  constructor(private readonly databases: Databases) {}

  /** Returns null if the target match does not exist, also for a target match of another organization. */
  async find({ tier, organizationId }: Owner, id: string): Promise<Calibration | null> {
    if (!isPrefixedId('cal', id)) return null;
    return this.databases.for(tier).calibration.findFirst({ where: { id, organizationId } });
  }

  /** Targets of a target match of a workflow. Throws {@link AppError} `invalid_adjustment` if the workflow cannot use it. */
  async targetsOf(
    caller: Caller,
    id: string,
    workflowId: string,
  ): Promise<Required<Pick<Adjustments, 'targets' | 'targetAgents'>>> {
    const row = await this.find(caller, id);
    if (!row) throw invalid('does not exist in this tier; list them with GET /v1/target-matches');
    if (row.workflowId !== workflowId)
      throw invalid(`belongs to the workflow "${row.workflowId}"; use a calibration of "${workflowId}"`);
    return adjustmentsOf(row.targets as unknown as CalibrationTargets, row.agentCount);
  }
}

export function adjustmentsOf(targets: CalibrationTargets, agentCount: number) {
  return { targets: targetsOf(targets), targetAgents: { seed: calibrationSeed, agentCount } };
}

function invalid(message: string): AppError {
  return AppError.withIssues('invalid_adjustment', [{ path: 'calibration_id', message }]);
}

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
