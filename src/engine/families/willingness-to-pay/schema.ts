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
 * Greatest amount that an agent would pay: nothing, or a log-normal amount. There are two predictors: `zero` is the logit of the probability of
 * paying nothing, and `amount` is the mean of the log amount.
 */
export const willingnessToPaySchema = z.strictObject({
  family: z.literal('willingness_to_pay'),
  ...decisionShape,
  /** Variables that an agent perceives, shared by both predictors. */
  variables: z.array(z.strictObject({ ...variableShape, factors: factorsSchema })),
  coefficients: z.array(coefficientSchema).min(1),
  terms: z.array(z.strictObject({ ...termShape, equation: z.enum(['amount', 'zero']) })).min(1),
  /** Id of the coefficient log σ, where σ is the standard deviation of the log amount. */
  log_sigma: identifierSchema,
  /** Id of the parameter with the offered price, in the unit of the amount. */
  price: identifierSchema,
  amount: z.strictObject({
    id: identifierSchema,
    label: textSchema,
    unit: textSchema,
    /** Greater amounts count as this amount. Above the surveyed prices, a log-normal mean depends on the formula alone. */
    most: z.number().positive(),
    /** Sentence for an amount: `I would pay up to {value} a year`. */
    told: textSchema,
    /** Sentence for an amount above `most`. */
    beyond: textSchema,
  }),
  /** Curve of the share of agents that would pay each of these prices. */
  curve: z.strictObject({
    id: identifierSchema,
    label: textSchema,
    prices: z.array(z.number().positive()).min(2).max(200),
  }),
  /** Agents that would pay nothing, agents that would pay less than the price, and agents that would pay the price. */
  outcomes: z.tuple([outcomeSchema, outcomeSchema, outcomeSchema]),
  telling: numberPhrasesSchema,
});

export type WillingnessToPay = z.infer<typeof willingnessToPaySchema>;
