import type { WorkflowDefinition } from '../../../engine/definition.js';
import type { SensitivityRecord } from '../sensitivity.record.js';

/** The input of the report of a sensitivity analysis. Plain data, because another thread renders the report. */
export interface SensitivityReportInput {
  definition: WorkflowDefinition;
  definitionDigest: string;
  engineVersion: string | null;
  analysis: SensitivityRecord & { result: NonNullable<SensitivityRecord['result']> };
}
