import { z } from 'zod';
import { identifierSchema, textSchema } from '../../definition/identifier.schema.js';
import { indexShape, outcomeSchema } from '../../model/linear.schema.js';
import { tellingSchema } from '../../transcript/number-story/telling.schema.js';

/** How often something happens to an agent in a while. The predictor is the log of the mean. */
export const countsSchema = z.strictObject({
  family: z.literal('counts'),
  ...indexShape,
  /**
   * The coefficient that is log θ of a negative binomial count of kind NB2, whose variance is μ + μ² / θ. Left out: a Poisson count, whose
   * variance is its mean.
   */
  dispersion: identifierSchema.optional(),
  count: z.strictObject({
    id: identifierSchema,
    label: textSchema,
    unit: textSchema,
    /** How a sentence says a count: `not at all`, `once`, `twice`, `{count} times`. */
    words: z.strictObject({ none: textSchema, one: textSchema, two: textSchema.optional(), more: textSchema }),
  }),
  /** Bands of counts: each from its own least count to below that of the next. The first starts at 0. */
  outcomes: z
    .array(outcomeSchema.extend({ from: z.int().min(0).max(10_000) }))
    .min(2)
    .max(50),
  telling: tellingSchema,
});

export type Counts = z.infer<typeof countsSchema>;
