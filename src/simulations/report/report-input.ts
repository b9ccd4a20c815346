import type { Scenario, ScenarioWarning, Summary, WorkflowDefinition } from '../../engine/index.js';

/** The input of a report. Plain data, because another thread renders the report. */
export interface ReportInput {
  id: string;
  completedAt: string;
  definition: WorkflowDefinition;
  definitionDigest: string;
  engineVersion: string | null;
  scenario: Scenario;
  warnings: ScenarioWarning[];
  seed: number;
  agentCount: number;
  parameterDraws: number;
  digest: string;
  summary: Summary;
}
