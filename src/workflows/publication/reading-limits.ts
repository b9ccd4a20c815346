import type { Issue, WorkflowDefinition } from '../../engine/index.js';
import { namesOf, sharedWords } from '../../interpretation/names.js';

/** The first question reads all names. These take about 0.2 s. Built-in workflows have at most 14,000. */
export const maxNameCharacters = 200_000;
/** A question that repeats a word is compared with everything that the word names. Built-in workflows have at most 40. */
export const maxSharedNames = 100;

/** Finds names with which a question would take long to read. */
export function readingIssues(definition: WorkflowDefinition): Issue[] {
  const path = 'scenario.parameters';
  const characters = namesOf(definition).reduce((sum, texts) => sum + texts.join('').length, 0);
  if (characters > maxNameCharacters) {
    const message = `expected at most ${maxNameCharacters} characters in the labels and words of all parameters, options and categories, received ${characters}: use fewer words`;
    return [{ path, message }];
  }
  const [most] = sharedWords(definition);
  if (!most || most.count <= maxSharedNames) return [];
  const message = `expected a word to name at most ${maxSharedNames} parameters, options and categories. The word “${most.word}” names ${most.count} of them: use different words, or fewer options`;
  return [{ path, message }];
}
