import { z } from 'zod';
import { identifierSchema } from '../../definition/identifier.schema.js';
import { indexShape, linkSchema, outcomeSchema } from '../../model/linear.schema.js';

/** Binary logit, probit or complementary log-log, also with random intercepts. The link of the probability of the second outcome is the predictor. */
export const binaryLogitSchema = z.strictObject({
  family: z.literal('binary_logit').describe('Model family.'),
  ...indexShape,
  outcomes: z
    .tuple([outcomeSchema, outcomeSchema])
    .describe('Reference outcome, then the outcome that the predictor makes more likely.'),
  link: linkSchema,
  random_intercept: z
    .strictObject({
      spread: identifierSchema.describe(
        'Id of the coefficient that is the standard deviation, at least 0. No term uses it.',
      ),
    })
    .optional()
    .describe(
      'Normal random intercepts of the groups of the data, such as schools, with mean 0. Each agent belongs to a new group of its own. Default: none.',
    ),
});

export type BinaryLogit = z.infer<typeof binaryLogitSchema>;
