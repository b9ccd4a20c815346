import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller, Owner } from '../../common/identity/caller.js';
import { isPrefixedId } from '../../common/crypto.js';
import type { Adjustments } from '../../../model/simulate.js';
import { Databases } from '../../platform/database/databases.service.js';
import type { Calibration } from '../../platform/database/generated/client.js';
import { targetsOf, type CalibrationTargets } from './target-match.record.js';

/** Random seed of the agents that match the targets of target matches. */
export const calibrationSeed = 0;

/** Reads target matches of the caller's organization in the caller's tier. */
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
