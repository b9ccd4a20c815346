import { z } from 'zod';
import { identifierSchema } from '../../definition/identifier.schema.js';
import { indexShape, outcomeSchema, variableShape } from '../../model/linear.schema.js';

/** One predictor; the greater it is the higher the outcome. Its terms have no constant: the thresholds are that. */
export const orderedLogitSchema = z.strictObject({
  family: z.literal('ordered_logit'),
  ...indexShape,
  /** From the lowest to the highest. */
  outcomes: z.array(outcomeSchema).min(2).max(50),
  /** Coefficients, one between each two outcomes: logit P(outcome ≤ k) = threshold k - predictor. */
  thresholds: z.array(identifierSchema).min(1),
  /** Points given to the outcomes, in their order, so that there is a mean to speak of. */
  score: z.strictObject({ ...variableShape, points: z.array(z.number()) }).optional(),
});

export type OrderedLogit = z.infer<typeof orderedLogitSchema>;
