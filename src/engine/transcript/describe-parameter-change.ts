import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { ParameterChange } from './parameter-changes.js';
import { type Paragraph, sentence } from './sentence.js';
import { fillTemplate } from './template.js';

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
 * @param nounOf noun phrase of an outcome, for the narrative's `outcome` sentences
 * @param change undefined if no such change was found
 * @param areAllSolved whether every parameter was searched; if not, the text claims nothing about all parameters
 * @returns the sentence of the change, after a sentence that the change is outside the calibrated range if it is
 */
export function describeParameterChange(
  definition: WorkflowDefinition,
  nounOf: (outcome: number) => string,
  change: ParameterChange | undefined,
  areAllSolved: boolean,
): Paragraph {
  if (!change) {
    const text = areAllSolved
      ? "No single parameter change within the model's limits would change this outcome."
      : 'The model finds no single parameter change that would change this outcome.';
    return [sentence('change', text, { parameter: undefined })];
  }
  const { parameter, value, outcome } = change;
  const description = sentence('change', describeChange(definition, nounOf, change), {
    parameter: parameter.id,
    value,
    outcome,
  });
  if (change.isCalibrated) return [description];
  const limit = `${areAllSolved ? 'Only a' : 'A'} change outside the calibrated range would change this outcome.`;
  return [sentence('change_outside', limit, { areAllSolved }), description];
}

function describeChange(
  { narrative }: WorkflowDefinition,
  nounOf: (outcome: number) => string,
  change: ParameterChange,
): string {
  const condition =
    change.old === change.new
      ? `with a very small change of “${change.parameter.label}”`
      : fillTemplate(narrative.levers[change.parameter.id]!.text, { old: change.old, new: change.new });
  return `${condition}, ${fillTemplate(narrative.outcome.would, { alternative: nounOf(change.outcome) })}`;
}
