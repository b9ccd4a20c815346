import { z } from 'zod';
import type { Interval } from '../engine/index.js';

const share = z.number().min(0).max(1);
const count = z.int().min(0);
const range: z.ZodType<Interval> = z.tuple([z.number(), z.number()]);
const interval = range.nullable().meta({
  description:
    '95%: lower and upper end. Null where it is not known: of a mean of one agent, or of fewer than 30 who are all alike; of segments and groups of agents who meet each other, and of comparisons of them.',
});

export const outcomeShape = {
  id: z.string().meta({ examples: ['train'] }),
  label: z.string().meta({ examples: ['Train'] }),
  count,
  share,
  interval,
  baseline_share: share,
  baseline_interval: interval,
  difference: z.number().meta({ description: 'Share less baseline share, of the same agents with the same luck.' }),
  difference_interval: interval,
};

const difference = z.number().meta({ description: 'Less the baseline, of the same agents with the same luck.' });

export const measureShape = {
  id: z.string().meta({ examples: ['visits'] }),
  label: z.string().meta({ examples: ['Visits to the doctor'] }),
  unit: z.string().meta({ examples: ['visits a year'] }),
  mean: z.number(),
  interval,
  baseline_mean: z.number(),
  baseline_interval: interval,
  difference,
  difference_interval: interval,
};

export const pointShape = {
  step: z.number(),
  share,
  interval,
  baseline_share: share,
  difference,
  difference_interval: interval,
};

const errors = z.strictObject({ sampling: z.number().nullable(), estimation: z.number().nullable() }).meta({
  description:
    'Standard errors: of these agents, and of the estimates. Their squares add up. Null where one is not known.',
});
export const expectedShape = {
  expected_share: share.meta({ description: 'The share without the luck of the draw.' }),
  baseline_expected_share: share,
};
export const spreadShape = {
  median: z.number(),
  baseline_median: z.number(),
  tenth_to_ninetieth_percentile: range,
};
const comparedShape = { errors, difference_errors: errors };

/** What some of the agents did. */
export const partShape = {
  agent_count: count,
  outcomes: z.array(z.strictObject(outcomeShape)),
  measures: z.array(z.strictObject(measureShape)),
};

const groupSchema = z.strictObject({ id: z.string(), label: z.string(), ...partShape });

export const flowsSchema = z
  .array(z.strictObject({ from: z.string(), to: z.string(), count, share }))
  .meta({ description: 'Who moved from what to what, compared with the baseline; largest first.' });

/** The answer of a simulation in numbers; what they mean stands in the engine, beside how they are made. */
export const summarySchema = z
  .strictObject({
    agent_count: count,
    outcomes: z.array(
      z.strictObject({
        ...outcomeShape,
        ...comparedShape,
        ...expectedShape,
      }),
    ),
    measures: z
      .array(
        z.strictObject({
          ...measureShape,
          ...comparedShape,
          ...spreadShape,
        }),
      )
      .meta({ description: 'Numbers that agents end with, where the workflow has some.' }),
    curves: z
      .array(
        z.strictObject({
          id: z.string(),
          label: z.string(),
          step_unit: z.string(),
          points: z.array(z.strictObject(pointShape)),
        }),
      )
      .meta({ description: 'Shares of the agents along time or along a price, where the workflow has some.' }),
    segments: z
      .array(
        z.strictObject({
          attribute: z.string(),
          label: z.string(),
          unit: z.string().optional(),
          groups: z.array(groupSchema),
        }),
      )
      .meta({ description: 'The outcomes by one attribute.' }),
    uncertainty: z
      .strictObject({ parameter_draws: count })
      .meta({ description: 'How often the coefficients were drawn anew from their covariance.' }),
    flows: flowsSchema,
  })
  .meta({ id: 'SimulationSummary' });
