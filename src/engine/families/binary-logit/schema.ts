import { z } from 'zod';
import { indexShape, outcomeSchema } from '../../model/linear.schema.js';

/** One predictor, the logit of the chance of the second outcome. */
export const binaryLogitSchema = z.strictObject({
  family: z.literal('binary_logit'),
  ...indexShape,
  /** First what happens otherwise, then what the predictor speaks for. */
  outcomes: z.tuple([outcomeSchema, outcomeSchema]),
});

export type BinaryLogit = z.infer<typeof binaryLogitSchema>;
