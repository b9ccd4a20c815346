import { isChoice, type WorkflowDefinition } from '../engine/index.js';
import { fillers, stemmed } from './lexicon.js';
import { maxMentions } from './mentions.js';

/** The texts that name each parameter, option and group. */
export function namesOf({ scenario, population }: WorkflowDefinition): string[][] {
  return [
    ...scenario.parameters,
    ...scenario.parameters.flatMap((parameter) => (isChoice(parameter) ? parameter.options : [])),
    ...population.attributes.flatMap((attribute) => ('categories' in attribute ? attribute.categories : [])),
  ].map(({ label, words = [] }) => [label, ...words]);
}

/** A word of the definition, and the number of parameters, options and groups that it names. */
export interface SharedWord {
  word: string;
  count: number;
}

/** The words of a definition, most shared first. */
export function sharedWords(definition: WorkflowDefinition): SharedWord[] {
  const counts = new Map<string, number>();
  for (const texts of namesOf(definition)) {
    const words = texts.flatMap((text) => text.toLowerCase().match(/\p{L}+|\d+/gu) ?? []);
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .map(([word, count]) => ({ word, count }))
    .filter(({ word }) => !fillers.has(stemmed(word)[0] ?? ''))
    .sort((a, b) => b.count - a.count);
}

/** A name that has several of the words is mentioned more often than each of them, so questions also repeat fewer words less often. */
const repetitions = [1, 2, 4, 8, 16].map((part) => Math.ceil(maxMentions / part));
const wordCounts = [1, 4, Infinity];

/** Questions of a length that take the longest to read. They repeat the most shared words, also with amounts that could set a value. */
export function worstQuestions(shared: readonly SharedWord[], length: number): string[] {
  // Each word takes two characters or more.
  const words = shared.slice(0, length / 2).map(({ word }) => word);
  const repeated = wordCounts.flatMap((count) => repetitions.map((repeats) => ({ count, repeats })));
  return repeated.flatMap(({ count, repeats }) =>
    ['', '5% or '].map((amount) =>
      words
        .slice(0, count)
        .map((word) => `${word} ${amount}`.repeat(repeats))
        .join('')
        .slice(0, length),
    ),
  );
}
