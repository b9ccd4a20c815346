import { z } from 'zod';
import { identifierSchema, textSchema } from '../../definition/identifier.schema.js';
import { indexShape, outcomeSchema } from '../../model/linear.schema.js';
import { numberPhrasesSchema } from '../../transcript/number-transcript/number-phrases.schema.js';

/** Number of events of an agent in a fixed time. The predictor is the log of the mean. */
export const countsSchema = z.strictObject({
  family: z.literal('counts'),
  ...indexShape,
  /**
   * Id of the coefficient log θ of a negative binomial count (NB2) with variance μ + μ² / θ. If omitted, the count is Poisson, and its
   * variance is the mean.
   */
  dispersion: identifierSchema.optional(),
  count: z.strictObject({
    id: identifierSchema,
    label: textSchema,
    unit: textSchema,
    /** Phrases for a count: `not at all`, `once`, `twice`, `{count} times`. */
    words: z.strictObject({ none: textSchema, one: textSchema, two: textSchema.optional(), more: textSchema }),
  }),
  /** Bands of counts. `from` is the smallest count of a band; the first band starts at 0. */
  outcomes: z
    .array(outcomeSchema.extend({ from: z.int().min(0).max(10_000) }))
    .min(2)
    .max(50),
  telling: numberPhrasesSchema,
});

export type Counts = z.infer<typeof countsSchema>;
