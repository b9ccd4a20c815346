import type { Scenario, ScenarioWarning, Summary, WorkflowDefinition } from '../../engine/index.js';

/** All that a report is made of; plain data, since it is made in another thread. */
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
