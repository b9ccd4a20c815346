import type { components, operations } from '../../api/generated/schema';
import type { Goal } from '../goals/goal';

type AutoResponses = operations['autoSimulationsAsk']['responses'];
/** How the service read a question. */
export type Interpretation = AutoResponses[200]['content']['application/json']['meta'] & { goal?: QuestionGoal | null };

/** The search that a question requests, such as “which fare gives it a share of 70%”. */
export interface QuestionGoal {
  parameter: string;
  objective: Goal['objective'];
  /** Words of the question. */
  from: string;
}

export type GoalEstimate = components['schemas']['GoalDryRun'];
export type DryRunEstimate = components['schemas']['DryRun'] | components['schemas']['SweepDryRun'] | GoalEstimate;

export const isGoalEstimate = (estimate: DryRunEstimate): estimate is GoalEstimate =>
  estimate.object === 'goal_dry_run';
export type Alternative = Interpretation['alternatives'][number];
export type NotInterpreted = Interpretation['not_interpreted'][number];

export interface ReadyRequest {
  workflow_id: string;
  scenario_context: Record<string, number | string>;
}

/** `meta` of the error `question_incomplete`. */
export interface IncompleteMeta {
  workflow_id: string;
  workflow_name: string;
  confidence: number;
  kind: Interpretation['kind'];
  interpreted: Interpretation['interpreted'];
  not_interpreted: NotInterpreted[];
  requests: ReadyRequest[];
}
