import { z } from 'zod';
import { identifierSchema, textSchema } from '../../definition/identifier.schema.js';
import { indexShape, outcomeSchema } from '../../model/linear.schema.js';
import { tellingSchema } from '../../transcript/number-story/telling.schema.js';

/**
 * How long an agent stays in a state, in periods counted from 1. The predictor is the complementary log-log of the chance that the state
 * ends in a period, log(-log(1 - chance)), and may read the state of the run `period`.
 */
export const hazardSchema = z.strictObject({
  family: z.literal('hazard'),
  ...indexShape,
  /** How many periods are looked at. */
  periods: z.int().min(2).max(400),
  duration: z.strictObject({
    id: identifierSchema,
    label: textSchema,
    unit: textSchema,
    /** How long a period is, in that unit. */
    period_length: z.number().positive(),
    /** How a sentence says how long it took, and that it was not over by the end of all periods: `for {value}`, `for more than {value}`. */
    ended: textSchema,
    staying: textSchema,
  }),
  /** The share of agents still in the state after each period. */
  curve: z.strictObject({ id: identifierSchema, label: textSchema }),
  /** Bands of durations: each until its own last period, the last for those still in the state at the end of all. */
  outcomes: z
    .array(outcomeSchema.extend({ until: z.int().min(1).optional() }))
    .min(2)
    .max(50),
  telling: tellingSchema,
});

export type Hazard = z.infer<typeof hazardSchema>;
