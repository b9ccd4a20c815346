import { z } from 'zod';
import { identifierSchema, textSchema } from '../../definition/identifier.schema.js';
import { indexShape, outcomeSchema } from '../../model/linear.schema.js';
import { numberPhrasesSchema } from '../../transcript/number-transcript/number-phrases.schema.js';

/**
 * Duration of a state, in periods counted from 1. The predictor is the complementary log-log of the probability that the state ends in a
 * period, log(-log(1 - probability)). Its terms can read the state `period`.
 */
export const hazardSchema = z.strictObject({
  family: z.literal('hazard'),
  ...indexShape,
  /** Number of observed periods. */
  periods: z.int().min(2).max(400),
  duration: z.strictObject({
    id: identifierSchema,
    label: textSchema,
    unit: textSchema,
    /** Length of a period, in that unit. */
    period_length: z.number().positive(),
    /** Phrase for a duration: `for {value}`. */
    ended: textSchema,
    /** Phrase for a state that has not ended by the last period: `for more than {value}`. */
    staying: textSchema,
  }),
  /** Curve of the share of agents still in the state after each period. */
  curve: z.strictObject({ id: identifierSchema, label: textSchema }),
  /** Bands of durations. `until` is the last period of a band. The last band is for agents still in the state after the last period. */
  outcomes: z
    .array(outcomeSchema.extend({ until: z.int().min(1).optional() }))
    .min(2)
    .max(50),
  telling: numberPhrasesSchema,
});

export type Hazard = z.infer<typeof hazardSchema>;
