import { z } from 'zod';
import { identifierSchema } from '../../definition/identifier.schema.js';
import {
  indexShape,
  linkSchema,
  outcomeSchema,
  randomInterceptSchema,
  variableShape,
} from '../../equations/linear.schema.js';

/**
 * Ordered logit, probit or complementary log-log with one predictor, also with random intercepts. The terms have no constant, because the
 * thresholds identify the location.
 */
export const orderedLogitSchema = z.strictObject({
  family: z.literal('ordered_logit').describe('Model family.'),
  ...indexShape,
  terms: z.array(indexShape.terms.element).describe('Terms. Their sum is the predictor, which is 0 without terms.'),
  outcomes: z.array(outcomeSchema).min(2).max(50).describe('Outcomes, lowest first, 2 to 50.'),
  thresholds: z
    .array(identifierSchema)
    .min(1)
    .describe(
      'Ids of coefficients, one between each two adjacent outcomes: P(outcome ≤ k) = P(error ≤ threshold k - predictor).',
    ),
  link: linkSchema,
  random_intercept: randomInterceptSchema,
  score: z
    .strictObject({ ...variableShape, points: z.array(z.number()).describe('Points of each outcome, in their order.') })
    .optional()
    .describe('Numeric measure of the outcomes.'),
});

export type OrderedLogit = z.infer<typeof orderedLogitSchema>;
