import type { Narrative } from '../definition/narrative.schema.js';
import { compileTemplate, textFor } from './template.js';

type TextOfNoun = (noun: string) => string;

/** The `outcome` sentences of a narrative, as functions of the noun phrase of an outcome. */
export interface OutcomeTexts {
  readonly chosen: TextOfNoun;
  readonly would: TextOfNoun;
  readonly wouldHave: TextOfNoun;
}

export function outcomeTexts({ outcome }: Narrative): OutcomeTexts {
  const compile = (template: string): TextOfNoun => {
    const text = compileTemplate<string>(template, (name) => (name === 'alternative' ? (noun) => noun : undefined));
    return (noun) => textFor(text, noun);
  };
  return { chosen: compile(outcome.chosen), would: compile(outcome.would), wouldHave: compile(outcome.would_have) };
}
