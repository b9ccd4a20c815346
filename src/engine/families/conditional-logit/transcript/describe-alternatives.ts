import type { Narrative } from '../../../definition/narrative.schema.js';
import type { Explanation } from '../../../model/explain.js';
import { displayQuantity } from '../../../transcript/quantity.js';
import { type Sentence, sentence } from '../../../transcript/sentence.js';
import { fillTemplate, joinWords } from '../../../transcript/template.js';
import type { ConditionalLogit } from '../schema.js';

/** Describes the variables of each available alternative, and the unavailable alternatives. */
export function describeAlternatives(
  decision: ConditionalLogit,
  narrative: Narrative,
  available: readonly boolean[],
  { perceived }: Explanation,
): Sentence[] {
  return decision.alternatives.flatMap(({ id: alternative, noun, unavailable }, k) => {
    if (!available[k]) return unavailable ? [sentence('unavailable', unavailable, { alternative })] : [];
    const values: Record<string, number> = {};
    const phrases = decision.variables.flatMap(({ id, unit }) => {
      const value = perceived[id]?.[alternative];
      const phrase = narrative.variables[id];
      if (value === undefined || !phrase) return [];
      values[id] = value;
      const isZero = value === 0 && phrase.zero !== undefined;
      return [isZero ? phrase.zero! : fillTemplate(phrase.text, { value: displayQuantity(value, unit) })];
    });
    return phrases.length > 0
      ? [sentence('alternative', `${noun} ${joinWords(phrases)}`, { alternative, values })]
      : [];
  });
}
