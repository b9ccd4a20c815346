import { definitionDigest } from '../definition/definition-digest.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { AdjustmentError, DefinitionError } from '../engine-error.js';
import { parseDefinition } from '../validation/parse-definition.js';
import type { Adjusted, AdjustmentContext, Adjustments, AdjustmentStep, AdjustmentWarning } from './adjustment-step.js';
import { applyAlternativeEdits } from './apply-alternative-edits.js';
import { matchStep } from './match-targets.js';
import { restrictPopulation } from './restrict-population.js';
import { usePeople } from './use-people.js';

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
