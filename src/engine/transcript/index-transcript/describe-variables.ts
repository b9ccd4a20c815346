import type { Narrative } from '../../definition/narrative.schema.js';
import type { Explanation } from '../../model/explain.js';
import type { LinearModel } from '../../model/linear-model.js';
import { displayQuantity } from '../quantity.js';
import { asSentence, fillTemplate } from '../template.js';

/** Describes each variable that the agent perceives in an equation, with one sentence per variable. */
export function describeVariables(
  { variables }: LinearModel,
  narrative: Narrative,
  equation: string,
  { perceived }: Explanation,
): string[] {
  return variables.flatMap(({ id, unit }) => {
    const value = perceived[id]?.[equation];
    const phrases = narrative.variables[id];
    if (value === undefined || !phrases) return [];
    const quantity = displayQuantity(value, unit);
    // A quantity that rounds to 0 uses the phrase for 0.
    const isZero = phrases.zero !== undefined && quantity === displayQuantity(0, unit);
    return [asSentence(isZero ? phrases.zero! : fillTemplate(phrases.text, { value: quantity }))];
  });
}
