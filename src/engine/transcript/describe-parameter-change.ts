import { type WorkflowDefinition } from '../definition/definition.schema.js';
import { type Outcome } from '../model/decision-family.js';
import { type ParameterChange } from './parameter-changes.js';
import { asSentence, fillTemplate } from './template.js';

/** One within what was surveyed goes before all that are not, however small. Changes of different levers are compared as parts of their calibrated ranges. */
export function smallestChange(tips: readonly ParameterChange[]): ParameterChange | undefined {
  return [...tips].sort((a, b) => Number(b.isCalibrated) - Number(a.isCalibrated) || a.size - b.size)[0];
}

/**
 * What would have changed the agent's mind.
 *
 * @param areAllSolved whether every lever was solved for: without it nothing may be said of all of them
 * @param changed what a change changes, where an agent does not make up its mind
 */
export function describeParameterChange(
  definition: WorkflowDefinition,
  outcomes: readonly Outcome[],
  tip: ParameterChange | undefined,
  areAllSolved: boolean,
  changed = 'my mind',
): string {
  if (!tip) {
    return areAllSolved
      ? `No single change within the limits of this model would change ${changed}.`
      : `I know of no single change that would change ${changed}.`;
  }
  const told = tellTip(definition, outcomes, tip);
  if (tip.isCalibrated) return told;
  return `${areAllSolved ? 'Only a' : 'A'} change beyond what was surveyed would change ${changed}. ${told}`;
}

function tellTip({ narrative }: WorkflowDefinition, outcomes: readonly Outcome[], tip: ParameterChange): string {
  const change =
    tip.old === tip.new
      ? `With the slightest change of “${tip.parameter.label}”`
      : fillTemplate(narrative.levers[tip.parameter.id]!.text, { old: tip.old, new: tip.new });
  const { noun } = outcomes[tip.outcome]!;
  return asSentence(`${change}, ${fillTemplate(narrative.outcome.would, { alternative: noun })}`);
}
