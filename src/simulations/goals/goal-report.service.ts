import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import { ReportThreads } from '../report/report-threads.service.js';
import { Studies } from '../studies/studies.service.js';
import { toGoalRecord } from './goal.record.js';

/** Renders reports of goals. */
@Injectable()
export class GoalReport {
  constructor(
    private readonly studies: Studies,
    private readonly reports: ReportThreads,
  ) {}

  /** Returns the HTML page. Throws {@link AppError} `goal_not_found`, `goal_not_complete`, `service_unavailable`. */
  async render(caller: Caller, id: string): Promise<string> {
    const { row, workflow } = await this.studies.findCompleted(caller, 'goal', id);
    const { result, ...goal } = toGoalRecord(row);
    if (!result) throw new Error(`the completed goal ${id} has no result`);
    const { definitionDigest, engineVersion } = row;
    const input = { definition: workflow.definition, definitionDigest, engineVersion, goal: { ...goal, result } };
    return this.reports.render(caller.organizationId, { kind: 'goal', input });
  }
}
