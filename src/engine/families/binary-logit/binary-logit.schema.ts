import { z } from 'zod';
import { indexShape, outcomeSchema } from '../../model/linear.schema.js';

/** Binary logit. The predictor is the logit of the probability of the second outcome. */
export const binaryLogitSchema = z.strictObject({
  family: z.literal('binary_logit').describe('Model family.'),
  ...indexShape,
  outcomes: z
    .tuple([outcomeSchema, outcomeSchema])
    .describe('Reference outcome, then the outcome that the predictor makes more likely.'),
});

export type BinaryLogit = z.infer<typeof binaryLogitSchema>;
