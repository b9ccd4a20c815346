import type { WorkflowDefinition } from '../../../../model/definition.js';
import type { FitResult } from './result.schema.js';

/** The definition with the estimates. The one of the run has placeholders. */
export function fittedDefinition({ definition }: FitResult): WorkflowDefinition {
  return definition as unknown as WorkflowDefinition;
}
