import type { Narrative } from '../../../definition/narrative.schema.js';
import type { Explainer, Explanation } from '../../../model/explain.js';
import { displayQuantity } from '../../../transcript/quantity.js';
import { type Sentence, sentence } from '../../../transcript/sentence.js';
import { compileTemplate, joinWords, textFor } from '../../../transcript/template.js';
import type { ConditionalLogit } from '../conditional-logit.schema.js';

/** Makes a function that describes the variables of each available alternative, and the unavailable alternatives. */
export function alternativeDescriber(
  { alternatives, variables }: ConditionalLogit,
  narrative: Narrative,
  { perceivedAt }: Explainer,
): (available: readonly boolean[], explanation: Explanation) => Sentence[] {
  const compiled = alternatives.map(({ id, noun, unavailable, offered_in: offeredIn }) => ({
    noun,
    missing:
      offeredIn === 'baseline'
        ? [sentence('unavailable', `${noun} is not offered`)]
        : unavailable
          ? [sentence('unavailable', unavailable)]
          : [],
    variables: variables.flatMap((variable) => {
      const position = perceivedAt(variable.id, id);
      const phrase = narrative.variables[variable.id];
      if (position === undefined || !phrase) return [];
      const text = compileTemplate<string>(phrase.text, (name) => (name === 'value' ? (value) => value : undefined));
      return [{ unit: variable.unit, position, text, zero: phrase.zero }];
    }),
  }));
  return (available, { perceived }) =>
    compiled.flatMap(({ noun, missing, variables: own }, k) => {
      if (!available[k]) return missing;
      if (own.length === 0) return [];
      const phrases = own.map(({ unit, position, text, zero }) => {
        const value = perceived[position]!;
        return value === 0 && zero !== undefined ? zero : textFor(text, displayQuantity(value, unit));
      });
      return [sentence('alternative', `${noun} ${joinWords(phrases)}`)];
    });
}
