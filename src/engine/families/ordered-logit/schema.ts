import { z } from 'zod';
import { identifierSchema } from '../../definition/identifier.schema.js';
import { indexShape, outcomeSchema, variableShape } from '../../model/linear.schema.js';

/** Ordered logit with one predictor. The terms have no constant, because the thresholds identify the location. */
export const orderedLogitSchema = z.strictObject({
  family: z.literal('ordered_logit'),
  ...indexShape,
  /** From the lowest to the highest. */
  outcomes: z.array(outcomeSchema).min(2).max(50),
  /** Ids of coefficients, one between each two adjacent outcomes: logit P(outcome ≤ k) = threshold k - predictor. */
  thresholds: z.array(identifierSchema).min(1),
  /** Points of the outcomes, in their order, which define a numeric measure. */
  score: z.strictObject({ ...variableShape, points: z.array(z.number()) }).optional(),
});

export type OrderedLogit = z.infer<typeof orderedLogitSchema>;
