import { AdjustmentError, EngineError, DefinitionError } from '../engine-error.js';
import type { AdjustmentStep, Adjusted, AdjustmentContext, Adjustments, AdjustmentWarning } from './adjustment-step.js';
import { describeEdits } from './describe-edits.js';
import { editAlternatives } from './edit-alternatives.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { definitionDigest } from '../definition/definition-digest.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { matchStep } from './match-targets.js';
import { restrictPopulation } from './restrict-population.js';
import { usePeople } from './use-people.js';

/** Removes and adds alternatives. The baseline keeps the published ones. */
const applyAlternativeEdits: AdjustmentStep = (definition, { alternatives: edits }, { seed }) => {
  if (!edits?.remove?.length && !edits?.add?.length && !edits?.products?.length) return undefined;
  const edited = editAlternatives(definition, edits);
  if (!edited.ok) throw new AdjustmentError(edited.issues);
  try {
    return { definition: edited.definition, warnings: describeEdits(edited.definition, edits, seed, definition) };
  } catch (error) {
    // Extreme values of an attribute can exceed the range of numbers.
    if (error instanceof EngineError) throw new AdjustmentError([{ path: 'alternatives', message: error.message }]);
    throw error;
  }
};

/** People first, then their selection, then the alternatives. The constants are last, because they depend on all others. */
const steps: readonly AdjustmentStep[] = [usePeople, restrictPopulation, applyAlternativeEdits, matchStep];

/**
 * Applies adjustments to a published definition. The result is an ordinary definition: it contains everything that its simulations need. Its
 * `adjustments` name the published definition. If nothing changes, the definition itself is returned.
 *
 * @throws AdjustmentError if the adjustments do not fit the definition
 */
export function adjustDefinition(
  published: WorkflowDefinition,
  adjustments: Adjustments,
  context: AdjustmentContext,
): Adjusted {
  const warnings: AdjustmentWarning[] = [];
  let definition = published;
  for (const step of steps) {
    const adjusted = step(definition, adjustments, context);
    if (!adjusted) continue;
    definition = adjusted.definition;
    warnings.push(...adjusted.warnings);
  }
  if (definition === published) return { definition, warnings };
  const recorded = { ...definition.adjustments, published_digest: definitionDigest(published) };
  return { definition: checked({ ...definition, adjustments: recorded }), warnings };
}

/** Adjustments that are valid one by one can still form an invalid definition. */
function checked(definition: WorkflowDefinition): WorkflowDefinition {
  try {
    return parseDefinition(definition);
  } catch (error) {
    if (error instanceof DefinitionError) throw new AdjustmentError(error.issues);
    throw error;
  }
}
