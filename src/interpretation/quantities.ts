import { meanOf, type WorkflowDefinition } from '../engine/definition.js';

/** The attribute that a factor multiplies, such as minutes by train. */
export interface Quantity {
  unit: string;
  /** Mean of the population at the baseline. */
  mean: number;
}

/**
 * The quantities that parameters multiply, by parameter id. Leaves out products of several attributes, whose mean depends on how they are
 * correlated, and populations of other people, whose mean the quantile functions do not give.
 */
export function quantitiesOf({ decision, population }: WorkflowDefinition): ReadonlyMap<string, Quantity> {
  const quantities = new Map<string, Quantity>();
  if (!('variables' in decision) || population.people || population.restriction) return quantities;
  for (const variable of decision.variables) {
    for (const factors of 'factors' in variable ? [variable.factors] : Object.values(variable.alternatives)) {
      const [first, second, ...others] = factors;
      if (!first || !second || others.length > 0 || !isPlain(first) || !isPlain(second)) continue;
      if (!('attribute' in first) || !('parameter' in second)) continue;
      const attribute = population.attributes.find(({ id }) => id === first.attribute);
      const mean = attribute && meanOf(attribute);
      if (mean) quantities.set(second.parameter, { unit: variable.unit, mean });
    }
  }
  return quantities;
}

/** Whether a factor has neither a scale nor a transformation. */
const isPlain = (factor: object): boolean => Object.keys(factor).length === 1;
