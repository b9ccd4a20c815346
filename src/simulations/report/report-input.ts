import type { Scenario, ScenarioWarning, WorkflowDefinition } from '../../engine/index.js';
import type { SimulationRecord } from '../simulation.record.js';
import type { SummaryRecord } from '../summary.schema.js';

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
  digest: string;
  summary: SummaryRecord;
  /** Null if the request named the workflow. */
  routedVia: SimulationRecord['routed_via'];
}
