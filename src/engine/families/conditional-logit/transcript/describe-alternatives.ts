import { type Narrative } from '../../../definition/narrative.schema.js';
import { type Explanation } from '../../../model/explain.js';
import { displayQuantity } from '../../../transcript/quantity.js';
import { asSentence, fillTemplate, joinWords } from '../../../transcript/template.js';
import { type ConditionalLogit } from '../schema.js';

/** What the agent sees of each alternative, and what it does not have. */
export function describeAlternatives(
  decision: ConditionalLogit,
  narrative: Narrative,
  available: readonly boolean[],
  { perceived }: Explanation,
): string[] {
  return decision.alternatives.flatMap((alternative, k) => {
    if (!available[k]) return alternative.unavailable ? [alternative.unavailable] : [];
    const phrases = decision.variables.flatMap(({ id, unit }) => {
      const value = perceived[id]?.[alternative.id];
      const told = narrative.variables[id];
      if (value === undefined || !told) return [];
      const isZero = value === 0 && told.zero !== undefined;
      return [isZero ? told.zero! : fillTemplate(told.text, { value: displayQuantity(value, unit) })];
    });
    return phrases.length > 0 ? [asSentence(`${alternative.noun} ${joinWords(phrases)}`)] : [];
  });
}
