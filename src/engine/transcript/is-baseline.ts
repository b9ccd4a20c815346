import { type WorkflowDefinition } from '../definition/definition.schema.js';
import { type Scenario } from '../definition/scenario.schema.js';

/** Whether every parameter is at its default: then there is nothing to compare with. */
export function isBaselineScenario({ scenario: { parameters } }: WorkflowDefinition, scenario: Scenario): boolean {
  return parameters.every(({ id, default: usual }) => scenario[id] === usual);
}
