import { z } from 'zod';
import { identifierSchema, textSchema } from '../../definition/identifier.schema.js';
import {
  indexShape,
  outcomeSchema,
  randomInterceptSchema,
  numberPhrasesSchema,
} from '../../equations/linear.schema.js';

/** Number of events of an agent in a fixed time. The predictor is the log of the mean. */
export const countsSchema = z.strictObject({
  family: z.literal('counts').describe('Model family.'),
  ...indexShape,
  random_intercept: randomInterceptSchema,
  dispersion: identifierSchema
    .optional()
    .describe(
      'Id of the coefficient log θ of a negative binomial count (NB2) with variance μ + μ² / θ. Default: a Poisson count with variance μ.',
    ),
  count: z
    .strictObject({
      id: identifierSchema.describe('Id of the measure.'),
      label: textSchema.describe('Display name.'),
      unit: textSchema.describe('Unit of the count.'),
      words: z
        .strictObject({
          none: textSchema.describe('Phrase for 0, such as: not at all.'),
          one: textSchema.describe('Phrase for 1, such as: once.'),
          two: textSchema.optional().describe('Phrase for 2, such as: twice. Default: `more`.'),
          more: textSchema.describe('Phrase for greater counts, such as: {count} times.'),
        })
        .describe('Phrases for a count.'),
    })
    .describe('Measure: the number of events of an agent.'),
  outcomes: z
    .array(
      outcomeSchema.extend({
        from: z.int().min(0).max(10_000).describe('Lowest count of the band, 0 to 10,000. 0 for the first band.'),
      }),
    )
    .min(2)
    .max(50)
    .describe('Bands of counts, lowest first, 2 to 50.'),
  telling: numberPhrasesSchema.describe('Phrases that explain the result and compare it with similar agents.'),
});

export type Counts = z.infer<typeof countsSchema>;
