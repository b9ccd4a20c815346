import { z } from 'zod';
import type { Interval } from '../engine/index.js';

const share = z.number().min(0).max(1);
const count = z.int().min(0);
const range: z.ZodType<Interval> = z.tuple([z.number(), z.number()]);
const interval = range.nullable().meta({
  description:
    'Lower and upper end of the 95% interval. Null if it is unknown: for a mean of one agent, for a mean of fewer than 30 identical agents, and for segments, groups and comparisons if agents interact.',
});

export const outcomeShape = {
  id: z.string().meta({ description: 'Id of the outcome.', examples: ['train'] }),
  label: z.string().meta({ description: 'Name of the outcome.', examples: ['Train'] }),
  count: count.meta({ description: 'Agents with this outcome.' }),
  share: share.meta({ description: 'Share of agents with this outcome, 0 to 1.' }),
  interval,
  baseline_share: share.meta({ description: 'Share at the baseline, 0 to 1.' }),
  baseline_interval: interval,
  difference: z
    .number()
    .meta({ description: 'Share minus baseline share, for the same agents with common random numbers.' }),
  difference_interval: interval,
};

const difference = z
  .number()
  .meta({ description: 'Value minus baseline value, for the same agents with common random numbers.' });

export const measureShape = {
  id: z.string().meta({ description: 'Id of the measure.', examples: ['visits'] }),
  label: z.string().meta({ description: 'Name of the measure.', examples: ['Visits to the doctor'] }),
  unit: z.string().meta({ description: 'Unit of the values.', examples: ['visits per year'] }),
  mean: z.number().meta({ description: 'Mean over the agents.' }),
  interval,
  baseline_mean: z.number().meta({ description: 'Mean at the baseline.' }),
  baseline_interval: interval,
  difference,
  difference_interval: interval,
};

export const pointShape = {
  step: z.number().meta({ description: 'Time or price, in `step_unit`.' }),
  share: share.meta({ description: 'Share of agents at this step, 0 to 1.' }),
  interval,
  baseline_share: share.meta({ description: 'Share at the baseline, 0 to 1.' }),
  difference,
  difference_interval: interval,
};

const errors = z.strictObject({ sampling: z.number().nullable(), estimation: z.number().nullable() }).meta({
  description:
    'Standard errors from sampling the agents and from estimating the coefficients. Their squares add up to the total variance. Null if unknown. Model error is not included: see the held-out error in the evidence.',
});
export const expectedShape = {
  expected_share: share.meta({ description: 'Mean outcome probability of the agents, without their random errors.' }),
  baseline_expected_share: share.meta({ description: 'Mean outcome probability at the baseline.' }),
};
export const spreadShape = {
  median: z.number().meta({ description: 'Median over the agents.' }),
  baseline_median: z.number().meta({ description: 'Median at the baseline.' }),
  tenth_to_ninetieth_percentile: range.meta({ description: '10th and 90th percentile over the agents.' }),
};
const comparedShape = { errors, difference_errors: errors };

/** The results of some of the agents. */
export const partShape = {
  agent_count: count,
  outcomes: z.array(z.strictObject(outcomeShape)),
  measures: z.array(z.strictObject(measureShape)),
};

const groupSchema = z.strictObject({ id: z.string(), label: z.string(), ...partShape });

export const flowsSchema = z.array(z.strictObject({ from: z.string(), to: z.string(), count, share })).meta({
  description: 'Agents whose outcome differs from their baseline outcome, by pair of outcomes; largest first.',
});

/** The results of a simulation in numbers. The engine's `Summary` documents their meaning and method. */
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
      .meta({ description: 'Numeric results of the agents. Empty if the workflow has none.' }),
    curves: z
      .array(
        z.strictObject({
          id: z.string(),
          label: z.string(),
          step_unit: z.string(),
          points: z.array(z.strictObject(pointShape)),
        }),
      )
      .meta({ description: 'Shares of agents by time or price. Empty if the workflow has none.' }),
    segments: z
      .array(
        z.strictObject({
          attribute: z.string(),
          label: z.string(),
          unit: z.string().optional(),
          groups: z.array(groupSchema),
        }),
      )
      .meta({ description: 'Results by group, for one attribute at a time.' }),
    uncertainty: z
      .strictObject({ parameter_draws: count })
      .meta({ description: 'Number of coefficient draws for the estimation error.' }),
    flows: flowsSchema,
  })
  .meta({ id: 'SimulationSummary' });
