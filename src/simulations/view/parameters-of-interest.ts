import { numericParameters, type Scenario, type WorkflowDefinition } from '../../engine/definition.js';

/** More parameters would make the report slow and long. The API returns all. */
const maxParameters = 12;

/** Returns the ids of the numeric parameters in the report: those that the scenario changes, then the others in their order. */
export function parametersOfInterest({ scenario: { parameters } }: WorkflowDefinition, scenario: Scenario): string[] {
  const known = numericParameters(parameters);
  const isChanged = ({ id, default: value }: (typeof known)[number]) => scenario[id] !== value;
  return [...known.filter(isChanged), ...known.filter((one) => !isChanged(one))]
    .slice(0, maxParameters)
    .map(({ id }) => id);
}
