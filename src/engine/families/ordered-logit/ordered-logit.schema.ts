import { z } from 'zod';
import { identifierSchema } from '../../definition/identifier.schema.js';
import { indexShape, outcomeSchema, variableShape } from '../../model/linear.schema.js';

/** Ordered logit with one predictor. The terms have no constant, because the thresholds identify the location. */
export const orderedLogitSchema = z.strictObject({
  family: z.literal('ordered_logit').describe('Model family.'),
  ...indexShape,
  outcomes: z.array(outcomeSchema).min(2).max(50).describe('Outcomes, lowest first, 2 to 50.'),
  thresholds: z
    .array(identifierSchema)
    .min(1)
    .describe(
      'Ids of coefficients, one between each two adjacent outcomes: logit P(outcome ≤ k) = threshold k - predictor.',
    ),
  score: z
    .strictObject({ ...variableShape, points: z.array(z.number()).describe('Points of each outcome, in their order.') })
    .optional()
    .describe('Numeric measure of the outcomes.'),
});

export type OrderedLogit = z.infer<typeof orderedLogitSchema>;
