import { isRandomized, type Parameter, type WorkflowDefinition } from '../../engine/definition.js';
import { listOf } from './format-numbers.js';

/** More parameters are counted. */
const maxListed = 3;

/** Follows the headline sentence of a scenario whose difference is an association. */
export const associationNote = ' The difference is associated with the change and can have other causes.';
/** Follows the headline sentence of a run that compares several values. */
export const associationsNote = ' Differences are associated with the values and can have other causes.';

/** The changed parameters whose values the data did not assign at random. */
export function associatedParameters(
  { evidence }: WorkflowDefinition,
  changed: readonly Parameter[],
): readonly Parameter[] {
  return changed.filter((parameter) => !isRandomized(parameter, evidence));
}

/** States for the trust part that a result is an association. Empty if the values of all changed parameters were assigned. */
export function associationTexts(definition: WorkflowDefinition, changed: readonly Parameter[]): string[] {
  const associated = associatedParameters(definition, changed);
  if (associated.length === 0) return [];
  const names = associated.slice(0, maxListed).map(({ label }) => `“${label}”`);
  const more = associated.length - names.length;
  const listed = listOf(more > 0 ? [...names, `${more} more ${more === 1 ? 'parameter' : 'parameters'}`] : names);
  return [
    `This is an association: in the data, the values of ${listed} were not assigned at random, so a change can have other causes.`,
  ];
}
