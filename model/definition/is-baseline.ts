import type { Decision, WorkflowDefinition } from './definition.schema.js';
import type { Scenario } from './scenario.schema.js';

/**
 * Whether every parameter is at its default, and the alternatives are those of the baseline. A baseline scenario needs no comparison with
 * the baseline.
 */
export function isBaselineScenario(
  { scenario: { parameters }, decision }: Pick<WorkflowDefinition, 'scenario' | 'decision'>,
  scenario: Scenario,
): boolean {
  return (
    !hasEditedAlternatives(decision) &&
    parameters.every(({ id, default: defaultValue }) => scenario[id] === defaultValue)
  );
}

/** Whether scenario and baseline offer different alternatives. */
export function hasEditedAlternatives(decision: Decision): boolean {
  return decision.family === 'conditional_logit' && decision.alternatives.some(({ offered_in: side }) => side);
}

/** Whether a change of one parameter turns a scenario other than the baseline into the baseline. */
export function restoresBaseline(
  definition: WorkflowDefinition,
  scenario: Scenario,
  { parameter, value }: { readonly parameter: { readonly id: string }; readonly value: number | string },
): boolean {
  return (
    !isBaselineScenario(definition, scenario) && isBaselineScenario(definition, { ...scenario, [parameter.id]: value })
  );
}

/** Returns whether all parameters have the same values. */
export function isSameScenario(scenario: Scenario, other: Scenario): boolean {
  return Object.entries(scenario).every(([id, value]) => other[id] === value);
}
