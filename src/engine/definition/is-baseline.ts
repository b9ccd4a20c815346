import { type WorkflowDefinition } from './definition.schema.js';
import { type Scenario } from './scenario.schema.js';

/** Whether every parameter is at its default: then there is nothing to compare with. */
export function isBaselineScenario({ scenario: { parameters } }: WorkflowDefinition, scenario: Scenario): boolean {
  return parameters.every(({ id, default: usual }) => scenario[id] === usual);
}

/** Whether a change of one parameter would make a scenario that is not the baseline the baseline. */
export function restoresBaseline(
  definition: WorkflowDefinition,
  scenario: Scenario,
  { parameter, value }: { readonly parameter: { readonly id: string }; readonly value: number | string },
): boolean {
  return (
    !isBaselineScenario(definition, scenario) && isBaselineScenario(definition, { ...scenario, [parameter.id]: value })
  );
}
