import type { WorkflowDefinition } from '../../engine/index.js';
import type { Interpretation } from '../../interpretation/findings.js';
import { interpretQuestion } from '../../interpretation/interpret-question.js';
import { mergeReading } from './merge-reading.js';
import { translatedReading } from './translated-reading.js';
import type { ModelReading } from '../tasks/extract.js';

/** What the language model contributes to the interpretation of a question. */
export interface ModelHelp {
  /** The question in English, if it is in another language. It is not returned or stored. */
  translation: string | undefined;
  reading: ModelReading;
}

/** Reads a question with the rules and, if the language model has read it too, with the model. Without `help`, the rules read it alone. */
export function readQuestion(
  definition: WorkflowDefinition,
  question: string,
  help: ModelHelp | undefined,
): Interpretation {
  if (!help) return interpretQuestion(definition, question);
  const { translation, reading } = help;
  const rules = interpretQuestion(definition, translation ?? question);
  const merge = translation === undefined ? mergeReading : translatedReading;
  return merge(definition, question, rules, reading);
}
