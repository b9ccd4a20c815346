import { measured } from '../../platform/process/measured.js';
import { AdjustmentError, definitionDigest, type Issue, type WorkflowDefinition } from '../../../model/definition.js';
import {
  adjustDefinition,
  type AdjustmentContext,
  type Adjustments,
  type AdjustmentWarning,
} from '../../../model/simulate.js';

export interface AdjustmentTask {
  definition: WorkflowDefinition;
  adjustments: Adjustments;
  context: AdjustmentContext;
}

export type AdjustmentResult =
  | { ok: true; definition: WorkflowDefinition; digest: string; warnings: readonly AdjustmentWarning[] }
  | { ok: false; issues: readonly Issue[] };

/** Runs in a thread: matching targets evaluates all agents several times. */
function adjust({ definition, adjustments, context }: AdjustmentTask): AdjustmentResult {
  try {
    const adjusted = adjustDefinition(definition, adjustments, context);
    return { ok: true, ...adjusted, digest: definitionDigest(adjusted.definition) };
  } catch (error) {
    if (error instanceof AdjustmentError) return { ok: false, issues: error.issues };
    throw error;
  }
}

export default measured(adjust);
