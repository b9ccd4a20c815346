import type { Narrative } from '../../../definition/narrative.schema.js';
import type { Explanation } from '../../../model/explain.js';
import { displayQuantity } from '../../../transcript/quantity.js';
import { asSentence, fillTemplate, joinWords } from '../../../transcript/template.js';
import type { ConditionalLogit } from '../schema.js';

/** Describes the variables of each available alternative, and the unavailable alternatives. */
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
      const phrase = narrative.variables[id];
      if (value === undefined || !phrase) return [];
      const isZero = value === 0 && phrase.zero !== undefined;
      return [isZero ? phrase.zero! : fillTemplate(phrase.text, { value: displayQuantity(value, unit) })];
    });
    return phrases.length > 0 ? [asSentence(`${alternative.noun} ${joinWords(phrases)}`)] : [];
  });
}
