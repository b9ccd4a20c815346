import { z } from 'zod';
import { textSchema } from '../../definition/identifier.schema.js';

/** Phrases of a transcript whose result is a number: a frequency, a duration or an amount. */
export const numberPhrasesSchema = z.strictObject({
  favours: textSchema.describe('Noun phrase for a higher result, such as: going more often.'),
  less: textSchema.describe(
    'Phrase for similar agents with a lower result, such as: {number} go less often than I do.',
  ),
  more: textSchema.describe(
    'Phrase for similar agents with a higher result, such as: {number} go more often than I do.',
  ),
});

export type NumberPhrases = z.infer<typeof numberPhrasesSchema>;
