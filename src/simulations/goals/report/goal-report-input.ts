import type { WorkflowDefinition } from '../../../engine/definition.js';
import type { GoalRecord } from '../goal.record.js';

/** The input of the report of a goal. Plain data, because another thread renders the report. */
export interface GoalReportInput {
  definition: WorkflowDefinition;
  definitionDigest: string;
  engineVersion: string | null;
  goal: GoalRecord & { result: NonNullable<GoalRecord['result']> };
}
