// cspell:ignore told (a field of the definition)
import { z } from 'zod';
import { identifierSchema, textSchema } from '../../definition/identifier.schema.js';
import { outcomeSchema, twoPartShape, numberPhrasesSchema } from '../../equations/linear.schema.js';

/**
 * Amount of an agent, such as a spending: a gamma variate. The predictor `amount` is the log of its mean. If terms have the equation `zero`, an
 * amount can be 0, and that predictor is the logit of the probability of 0.
 */
export const amountsSchema = z.strictObject({
  family: z.literal('amounts').describe('Model family.'),
  ...twoPartShape,
  log_shape: identifierSchema.describe(
    'Id of the coefficient log k of the gamma distribution of amounts above 0: their variance is mean² / k.',
  ),
  amount: z
    .strictObject({
      id: identifierSchema.describe('Id of the measure.'),
      label: textSchema.describe('Display name.'),
      unit: textSchema.describe('Unit of the amount.'),
      told: textSchema.describe('Sentence for an amount above 0, such as: I spend {value} a year.'),
    })
    .describe('Measure: the amount of an agent.'),
  outcomes: z
    .array(
      outcomeSchema.extend({
        from: z
          .number()
          .min(0)
          .describe(
            'Lowest amount of the band, 0 for the first one. If amounts can be 0, the first band is 0 itself, and the second one, which also starts at 0, has the amounts above 0.',
          ),
      }),
    )
    .min(2)
    .max(50)
    .describe('Bands of amounts, lowest first, 2 to 50.'),
  telling: numberPhrasesSchema.describe('Phrases that explain the result and compare it with similar agents.'),
});

export type Amounts = z.infer<typeof amountsSchema>;
