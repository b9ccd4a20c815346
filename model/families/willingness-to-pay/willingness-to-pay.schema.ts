// cspell:ignore told (a field of the definition)
import { z } from 'zod';
import { identifierSchema, textSchema } from '../../definition/identifier.schema.js';
import { outcomeSchema, twoPartShape, numberPhrasesSchema } from '../../equations/linear.schema.js';

/**
 * Greatest amount that an agent would pay: nothing, or a log-normal amount. There are two predictors: `zero` is the logit of the probability of
 * paying nothing, and `amount` is the mean of the log amount.
 */
export const willingnessToPaySchema = z.strictObject({
  family: z.literal('willingness_to_pay').describe('Model family.'),
  ...twoPartShape,
  log_sigma: identifierSchema.describe(
    'Id of the coefficient log σ, where σ is the standard deviation of the log amount.',
  ),
  price: identifierSchema.describe('Id of the parameter with the offered price, in the unit of the amount.'),
  amount: z
    .strictObject({
      id: identifierSchema.describe('Id of the measure.'),
      label: textSchema.describe('Display name.'),
      unit: textSchema.describe('Unit of the amount.'),
      most: z
        .number()
        .positive()
        .describe('Maximum amount. Greater amounts count as this amount, because the data contain no higher prices.'),
      told: textSchema.describe('Sentence for an amount, such as: I would pay up to {value} a year.'),
      beyond: textSchema.describe('Sentence for an amount above `most`.'),
    })
    .describe('Measure: the greatest amount that an agent would pay.'),
  curve: z
    .strictObject({
      id: identifierSchema.describe('Id of the curve.'),
      label: textSchema.describe('Display name.'),
      prices: z.array(z.number().positive()).min(2).max(200).describe('Prices, 2 to 200, in the unit of the amount.'),
    })
    .describe('Curve of the share of agents that would pay each price.'),
  outcomes: z
    .tuple([outcomeSchema, outcomeSchema, outcomeSchema])
    .describe(
      'Agents that would pay nothing, agents that would pay less than the price, and agents that would pay the price.',
    ),
  telling: numberPhrasesSchema.describe('Phrases that explain the result and compare it with similar agents.'),
});

export type WillingnessToPay = z.infer<typeof willingnessToPaySchema>;
