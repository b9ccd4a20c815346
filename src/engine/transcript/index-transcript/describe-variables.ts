import type { Narrative } from '../../definition/narrative.schema.js';
import type { Explanation } from '../../model/explain.js';
import type { LinearModel } from '../../model/linear-model.js';
import { displayQuantity } from '../quantity.js';
import { type Sentence, sentence } from '../sentence.js';
import { fillTemplate } from '../template.js';
import { perceivedValue } from './describe-reasons.js';

/** Describes each variable that the agent perceives in one of the equations, with one sentence per variable. */
export function describeVariables(
  { variables }: LinearModel,
  narrative: Narrative,
  equations: readonly string[],
  { perceived }: Explanation,
): Sentence[] {
  return variables.flatMap(({ id, unit }) => {
    const value = perceivedValue(perceived, id, equations);
    const phrases = narrative.variables[id];
    if (value === undefined || !phrases) return [];
    const quantity = displayQuantity(value, unit);
    // A quantity that rounds to 0 uses the phrase for 0.
    const isZero = phrases.zero !== undefined && quantity === displayQuantity(0, unit);
    const text = isZero ? phrases.zero! : fillTemplate(phrases.text, { value: quantity });
    return [sentence('variable', text, { variable: id, value })];
  });
}
