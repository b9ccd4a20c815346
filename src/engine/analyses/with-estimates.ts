import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { familyOf } from '../families/family-of.js';
import type { Coefficients } from '../model/compile-equations.js';

/** The definition with other values of its coefficients, in the order of the model. Only for families whose agents are independent. */
export function withEstimates(definition: WorkflowDefinition, values: Coefficients): WorkflowDefinition {
  const { decision } = definition;
  const ids = familyOf(decision)
    .linear(decision)
    .coefficients.map(({ id }) => id);
  const coefficients = decision.coefficients.map((own) => {
    const position = ids.indexOf(own.id);
    return position < 0 ? own : { ...own, estimate: values[position]! };
  });
  return { ...definition, decision: { ...decision, coefficients } };
}
