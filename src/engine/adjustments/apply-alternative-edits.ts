import { AdjustmentError, EngineError } from '../engine-error.js';
import type { AdjustmentStep } from './adjustment-step.js';
import { describeEdits } from './describe-edits.js';
import { editAlternatives } from './edit-alternatives.js';

/** Removes and adds alternatives. The baseline keeps the published ones. */
export const applyAlternativeEdits: AdjustmentStep = (definition, { alternatives: edits }, { seed }) => {
  if (!edits?.remove?.length && !edits?.add?.length) return undefined;
  const edited = editAlternatives(definition, edits);
  if (!edited.ok) throw new AdjustmentError(edited.issues);
  try {
    return { definition: edited.definition, warnings: describeEdits(edited.definition, edits, seed) };
  } catch (error) {
    // Extreme values of an attribute can exceed the range of numbers.
    if (error instanceof EngineError) throw new AdjustmentError([{ path: 'alternatives', message: error.message }]);
    throw error;
  }
};
