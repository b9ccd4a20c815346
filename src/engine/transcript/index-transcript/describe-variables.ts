import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import type { Explainer, Explanation } from '../../model/explain.js';
import { displayQuantity } from '../quantity.js';
import { type Sentence, sentence } from '../sentence.js';
import { compileTemplate, textFor } from '../template.js';

/** Makes a function that describes each variable that an agent perceives in one of the equations, with one sentence per variable. */
export function variableDescriber(
  { narrative }: WorkflowDefinition,
  explainer: Explainer,
  equations: readonly string[],
): (explanation: Explanation) => Sentence[] {
  const variables = explainer.equations.model.variables.flatMap(({ id, unit }) => {
    const position = perceivedPosition(explainer, id, equations);
    const phrases = narrative.variables[id];
    if (position === undefined || !phrases) return [];
    const text = compileTemplate<string>(phrases.text, (name) => (name === 'value' ? (value) => value : undefined));
    return [{ id, unit, position, text, zero: phrases.zero, zeroQuantity: displayQuantity(0, unit) }];
  });
  return ({ perceived }) =>
    variables.map(({ id, unit, position, text, zero, zeroQuantity }) => {
      const value = perceived[position]!;
      const quantity = displayQuantity(value, unit);
      // A quantity that rounds to 0 uses the phrase for 0.
      const isZero = zero !== undefined && quantity === zeroQuantity;
      return sentence('variable', isZero ? zero : textFor(text, quantity), { variable: id });
    });
}

/** Position of a variable in the first of the equations that has it. */
export function perceivedPosition(
  { perceivedAt }: Explainer,
  variable: string,
  equations: readonly string[],
): number | undefined {
  for (const equation of equations) {
    const position = perceivedAt(variable, equation);
    if (position !== undefined) return position;
  }
  return undefined;
}
