import type { Issue, WorkflowDefinition } from '../../../model/definition.js';
import { namesOf, sharedWords } from '../../../questions/names.js';

/** The first question reads all names. These take about 0.2 s. Built-in workflows have at most 14,000. */
export const maxNameCharacters = 200_000;
/** Characters of a question. */
const maxQuestionCharacters = 2_000;
/** A question that repeats a word more often is not read. */
const maxRepetitions = 40;
/** Names that a question of repeated words can name. Reading takes longer with more. Built-in workflows have at most 2,000. */
export const maxRepeatedNames = 10_000;

/** Finds names with which a question would take long to read. */
export function readingIssues(definition: WorkflowDefinition): Issue[] {
  const path = 'scenario.parameters';
  const characters = namesOf(definition).reduce((sum, texts) => sum + texts.join('').length, 0);
  if (characters > maxNameCharacters) {
    const message = `expected at most ${maxNameCharacters} characters in the labels and words of all parameters, options and categories, received ${characters}: use fewer words`;
    return [{ path, message }];
  }
  const [most] = sharedWords(definition)
    .map((one) => ({ ...one, names: repeatedNames(one) }))
    .sort((a, b) => b.names - a.names);
  if (!most || most.names <= maxRepeatedNames) return [];
  const message = `a question that repeats the words of this definition takes too long to read: expected at most ${maxRepeatedNames} repeated names, received ${most.names}. The word “${most.word}” names ${most.count} parameters, options and categories: use different words for them, or fewer options`;
  return [{ path, message }];
}

/** The names in the longest question that repeats one word. */
export const repeatedNames = ({ word, count }: { word: string; count: number }): number =>
  count * Math.min(maxRepetitions, Math.floor(maxQuestionCharacters / (word.length + 1)));
