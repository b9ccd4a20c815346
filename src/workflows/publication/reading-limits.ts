import type { Issue, WorkflowDefinition } from '../../engine/index.js';
import { interpretQuestion } from '../../interpretation/interpret-question.js';
import { namesOf, sharedWords, worstQuestions } from '../../interpretation/names.js';

const maxQuestionCharacters = 2_000;
/** The steps of about 50 ms. Their number does not depend on the machine and its load. Built-in workflows need at most 60% of it. */
export const maxReadingSteps = 200_000;
/** The first question reads all names. These take about 0.2 s. Built-in workflows have at most 14,000. */
export const maxNameCharacters = 200_000;

/** Finds names with which a question would take long to read. */
export function readingIssues(definition: WorkflowDefinition): Issue[] {
  const path = 'scenario.parameters';
  const characters = namesOf(definition).reduce((sum, texts) => sum + texts.join('').length, 0);
  if (characters > maxNameCharacters) {
    const message = `expected at most ${maxNameCharacters} characters in the labels and words of all parameters, options and categories, received ${characters}: use fewer words`;
    return [{ path, message }];
  }
  const shared = sharedWords(definition);
  for (const question of worstQuestions(shared, maxQuestionCharacters)) {
    const steps = stepsOf(definition, question);
    if (steps <= maxReadingSteps) continue;
    // One question is enough: each of them can take seconds.
    const { word, count } = shared[0]!;
    const message = `a question that repeats the words of this definition takes too long to read: expected at most ${maxReadingSteps} steps, received ${steps}. The word “${word}” names ${count} parameters, options and categories: use different words for them, or fewer options`;
    return [{ path, message }];
  }
  return [];
}

/** The steps to read a question. */
export function stepsOf(definition: WorkflowDefinition, question: string): number {
  const steps = { count: 0 };
  interpretQuestion(definition, question, steps);
  return steps.count;
}
