import { hasCategories, type WorkflowDefinition } from '../../../engine/definition.js';

/** A person with the longest text of each attribute, for an estimate of the prompt. */
export function typicalPerson({ population }: WorkflowDefinition): Record<string, string> {
  return Object.fromEntries(
    population.attributes.map((attribute) => [
      attribute.label,
      hasCategories(attribute)
        ? attribute.categories.map(({ label }) => label).reduce((a, b) => (b.length > a.length ? b : a))
        : `1,000 ${attribute.unit}`,
    ]),
  );
}
