import { z } from 'zod';
import { textSchema } from '../../definition/identifier.schema.js';

/** The words of a story that ends with a number: how often, how long, how much. */
export const numberPhrasesSchema = z.strictObject({
  /** What reasons speak for or against, as a noun: `going more often`. */
  favours: textSchema,
  /** How people alike do, of whom {number} have less of it, and more: `{number} go less often than I do`. */
  less: textSchema,
  more: textSchema,
});

export type NumberPhrases = z.infer<typeof numberPhrasesSchema>;
