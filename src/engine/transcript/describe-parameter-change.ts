import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { OutcomeTexts } from './outcome-texts.js';
import type { ParameterChange } from './parameter-changes.js';
import { type Paragraph, sentence } from './sentence.js';
import { compileTemplate, textFor } from './template.js';

/**
 * Whether a change ranks before another. Changes within the calibrated range rank before all others. Sizes are fractions of each parameter's
 * calibrated range.
 */
export function isSmaller(change: ParameterChange, other: ParameterChange | undefined): boolean {
  if (!other) return true;
  return change.isCalibrated === other.isCalibrated ? change.size < other.size : change.isCalibrated;
}

/** Selects the smallest change; the first of equal ones. Returns undefined for an empty list. */
export function smallestChange(changes: Iterable<ParameterChange | undefined>): ParameterChange | undefined {
  let smallest: ParameterChange | undefined;
  for (const change of changes) if (change && isSmaller(change, smallest)) smallest = change;
  return smallest;
}

/**
 * Makes a function that describes the smallest change of one parameter that would have changed an agent's outcome.
 *
 * @param nounOf noun phrase of an outcome, for the narrative's `outcome` sentences
 * @param areAllSolved whether every parameter was searched; if not, the text claims nothing about all parameters
 * @returns the sentence of the change, after a sentence that the change is outside the calibrated range if it is. The change is undefined if
 *   none was found
 */
export function parameterChangeDescriber(
  { scenario, narrative }: WorkflowDefinition,
  { would }: OutcomeTexts,
  nounOf: (outcome: number) => string,
  areAllSolved: boolean,
): (change: ParameterChange | undefined) => Paragraph {
  const none = [
    sentence(
      'change',
      areAllSolved
        ? "No single parameter change within the model's limits would change this outcome."
        : 'The model finds no single parameter change that would change this outcome.',
      { parameter: undefined },
    ),
  ];
  const limit = `${areAllSolved ? 'Only a' : 'A'} change outside the calibrated range would change this outcome.`;
  const outside = sentence('change_outside', limit);
  const conditions = new Map(
    scenario.parameters.map(({ id }) => [
      id,
      compileTemplate<ParameterChange>(narrative.levers[id]?.text ?? '', (name) =>
        name === 'old' ? (change) => change.old : name === 'new' ? (change) => change.new : undefined,
      ),
    ]),
  );
  return (change) => {
    if (!change) return none;
    const { parameter, value, outcome } = change;
    const condition =
      change.old === change.new
        ? `with a very small change of “${parameter.label}”`
        : textFor(conditions.get(parameter.id)!, change);
    const text = `${condition}, ${would(nounOf(outcome))}`;
    const description = sentence('change', text, { parameter: parameter.id, value });
    return change.isCalibrated ? [description] : [outside, description];
  };
}
