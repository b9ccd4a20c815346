import { z } from 'zod';
import { identifierSchema, textSchema } from '../../definition/identifier.schema.js';
import { indexShape, outcomeSchema, numberPhrasesSchema } from '../../equations/linear.schema.js';

/**
 * Duration of a state, in periods counted from 1. The predictor is the complementary log-log of the probability that the state ends in a
 * period, log(-log(1 - probability)). Its terms can read the state `period`.
 */
export const hazardSchema = z.strictObject({
  family: z.literal('hazard').describe('Model family.'),
  ...indexShape,
  periods: z.int().min(2).max(400).describe('Number of observed periods, 2 to 400.'),
  duration: z
    .strictObject({
      id: identifierSchema.describe('Id of the measure.'),
      label: textSchema.describe('Display name.'),
      unit: textSchema.describe('Unit of the duration.'),
      period_length: z.number().positive().describe('Length of a period, in `unit`.'),
      ended: textSchema.describe('Phrase for a duration, such as: for {value}.'),
      staying: textSchema.describe(
        'Phrase for a state that has not ended by the last period, such as: for more than {value}.',
      ),
    })
    .describe('Measure: the duration of the state.'),
  curve: z
    .strictObject({
      id: identifierSchema.describe('Id of the curve.'),
      label: textSchema.describe('Display name.'),
    })
    .describe('Curve of the share of agents still in the state after each period.'),
  outcomes: z
    .array(
      outcomeSchema.extend({
        until: z.int().min(1).optional().describe('Last period of the band. Omitted for the last band only.'),
      }),
    )
    .min(2)
    .max(50)
    .describe(
      'Bands of durations, shortest first, 2 to 50. The last band is for agents still in the state after the last period.',
    ),
  telling: numberPhrasesSchema.describe('Phrases that explain the result and compare it with similar agents.'),
});

export type Hazard = z.infer<typeof hazardSchema>;
