import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Outcome } from '../model/decision-family.js';
import type { ParameterChange } from './parameter-changes.js';
import { asSentence, fillTemplate } from './template.js';

/**
 * Selects the smallest change. Changes within the calibrated range rank before all others. Sizes are fractions of each parameter's
 * calibrated range.
 *
 * @returns undefined for an empty list
 */
export function smallestChange(changes: readonly ParameterChange[]): ParameterChange | undefined {
  return [...changes].sort((a, b) => Number(b.isCalibrated) - Number(a.isCalibrated) || a.size - b.size)[0];
}

/**
 * Describes the smallest change of one parameter that would have changed an agent's outcome.
 *
 * @param outcomes outcomes that `change.outcome` indexes
 * @param change undefined if no such change was found
 * @param areAllSolved whether every parameter was searched; if not, the text claims nothing about all parameters
 */
export function describeParameterChange(
  definition: WorkflowDefinition,
  outcomes: readonly Outcome[],
  change: ParameterChange | undefined,
  areAllSolved: boolean,
): string {
  if (!change) {
    return areAllSolved
      ? "No single parameter change within the model's limits would change this outcome."
      : 'The model finds no single parameter change that would change this outcome.';
  }
  const description = describeChange(definition, outcomes, change);
  if (change.isCalibrated) return description;
  return `${areAllSolved ? 'Only a' : 'A'} change outside the calibrated range would change this outcome. ${description}`;
}

function describeChange(
  { narrative }: WorkflowDefinition,
  outcomes: readonly Outcome[],
  change: ParameterChange,
): string {
  const condition =
    change.old === change.new
      ? `with a very small change of “${change.parameter.label}”`
      : fillTemplate(narrative.levers[change.parameter.id]!.text, { old: change.old, new: change.new });
  const { noun } = outcomes[change.outcome]!;
  return asSentence(`${condition}, ${fillTemplate(narrative.outcome.would, { alternative: noun })}`);
}
