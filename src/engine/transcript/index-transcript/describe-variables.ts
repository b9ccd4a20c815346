import { type Narrative } from '../../definition/narrative.schema.js';
import { type Explanation } from '../../model/explain.js';
import { type LinearModel } from '../../model/linear-model.js';
import { displayQuantity } from '../quantity.js';
import { asSentence, fillTemplate } from '../template.js';

/** The variables of an equation, each a sentence of its own. */
export function describeVariables(
  { variables }: LinearModel,
  narrative: Narrative,
  equation: string,
  { perceived }: Explanation,
): string[] {
  return variables.flatMap(({ id, unit }) => {
    const value = perceived[id]?.[equation];
    const told = narrative.variables[id];
    if (value === undefined || !told) return [];
    const words = displayQuantity(value, unit);
    // So little that it would be told as 0 is told like 0.
    const isZero = told.zero !== undefined && words === displayQuantity(0, unit);
    return [asSentence(isZero ? told.zero! : fillTemplate(told.text, { value: words }))];
  });
}
