import type { Parameter, Scenario, WorkflowDefinition } from '../../../engine/index.js';
import type { CompletedRecord } from '../ensemble.schema.js';

/** The input of the report of an ensemble. Plain data, because another thread renders the report. */
export interface EnsembleReportInput {
  ensemble: CompletedRecord;
  /** In the order of the models of the ensemble. */
  models: readonly ReportedModel[];
}

/** A workflow of the ensemble and its simulation. */
export interface ReportedModel {
  name: string;
  parameters: readonly Parameter[];
  data: WorkflowDefinition['evidence']['data'];
  scenario: Scenario;
  agentCount: number;
  seed: number;
  definitionDigest: string;
  engineVersion: string | null;
  digest: string;
}
