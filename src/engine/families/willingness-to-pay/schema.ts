import { z } from 'zod';
import { identifierSchema, textSchema } from '../../definition/identifier.schema.js';
import {
  coefficientSchema,
  decisionShape,
  factorsSchema,
  outcomeSchema,
  termShape,
  variableShape,
} from '../../model/linear.schema.js';
import { numberPhrasesSchema } from '../../transcript/number-transcript/number-phrases.schema.js';

/**
 * The most that an agent would pay: nothing, or an amount whose logarithm is normal. Two predictors: `zero` is the logit of the probability to
 * pay nothing, `amount` the mean of the amount's logarithm.
 */
export const willingnessToPaySchema = z.strictObject({
  family: z.literal('willingness_to_pay'),
  ...decisionShape,
  /** What an agent perceives, the same for both predictors. */
  variables: z.array(z.strictObject({ ...variableShape, factors: factorsSchema })),
  coefficients: z.array(coefficientSchema).min(1),
  terms: z.array(z.strictObject({ ...termShape, equation: z.enum(['amount', 'zero']) })).min(1),
  /** The coefficient that is the log of the standard deviation of the amount's logarithm. */
  log_sigma: identifierSchema,
  /** The parameter that holds the price asked, in the unit of the amount. */
  price: identifierSchema,
  amount: z.strictObject({
    id: identifierSchema,
    label: textSchema,
    unit: textSchema,
    /** Greater amounts count as this much: beyond the prices that people were asked a log-normal mean rests on the formula alone. */
    most: z.number().positive(),
    /** How a sentence says an amount, and one above `most`: `I would pay up to {value} a year`. */
    told: textSchema,
    beyond: textSchema,
  }),
  /** The share of agents who would pay each of these prices. */
  curve: z.strictObject({
    id: identifierSchema,
    label: textSchema,
    prices: z.array(z.number().positive()).min(2).max(200),
  }),
  /** Who would pay nothing at all, who something but less than the price, and who the price. */
  outcomes: z.tuple([outcomeSchema, outcomeSchema, outcomeSchema]),
  telling: numberPhrasesSchema,
});

export type WillingnessToPay = z.infer<typeof willingnessToPaySchema>;
