import { z } from 'zod';
import { dataRule, strictObject, type Task } from './task.js';

const instructions = [
  'You translate a question into English.',
  dataRule,
  'Keep all numbers, units and names. Add nothing, leave nothing out, and do not answer the question.',
].join('\n');

const maxCharacters = 4_000;
const englishSchema = z.string().trim().min(10).max(maxCharacters);
const documentSchema = z.object({ english: englishSchema });

/** Translates a question. The translation is only routed and compared: it is neither returned nor stored. */
export function translateTask(question: string): Task<string> {
  return {
    name: 'translate',
    version: 1,
    definitions: [],
    instructions,
    data: { question },
    schema: strictObject({ english: { type: 'string' } }),
    maxTokens: 1_500,
    check: (document) => documentSchema.safeParse(document).data?.english,
    answer: englishSchema,
  };
}
