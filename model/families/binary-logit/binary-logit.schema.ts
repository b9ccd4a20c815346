import { z } from 'zod';
import { indexShape, linkSchema, outcomeSchema, randomInterceptSchema } from '../../equations/linear.schema.js';

/** Binary logit, probit or complementary log-log, also with random intercepts. The link of the probability of the second outcome is the predictor. */
export const binaryLogitSchema = z.strictObject({
  family: z.literal('binary_logit').describe('Model family.'),
  ...indexShape,
  outcomes: z
    .tuple([outcomeSchema, outcomeSchema])
    .describe('Reference outcome, then the outcome that the predictor makes more likely.'),
  link: linkSchema,
  random_intercept: randomInterceptSchema,
});

export type BinaryLogit = z.infer<typeof binaryLogitSchema>;
