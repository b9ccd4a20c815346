import { z } from 'zod';
import { errorsSchema } from './errors.js';
import { intervalSchema } from './intervals.js';

export type { ErrorParts } from './errors.js';

const share = z.number().min(0).max(1);
const count = z.int().min(0);
const interval = intervalSchema.nullable().meta({
  description:
    'Lower and upper end of the 95% interval, in the unit of the figure. It combines all known parts of the error. Null if unknown: for a mean of one agent, for a mean of fewer than 30 agents with equal values, and for segments and groups if agents interact.',
});

const errors = errorsSchema.describe('Parts of the error of the value.');
const difference_errors = errorsSchema.describe(
  'Parts of the error of the difference. Errors that scenario and baseline share cancel. `model` is null without a held-out experiment.',
);

export const outcomeShape = {
  id: z.string().meta({ description: 'Id of the outcome or outcome group.', examples: ['train'] }),
  label: z.string().meta({ description: 'Name of the outcome or outcome group.', examples: ['Train'] }),
  count: count.meta({ description: 'Agents with this outcome, counted.' }),
  share: share.meta({
    description:
      'Share of this outcome, 0 to 1: the mean probability of the agents if `uncertainty.shares` is `expected`, otherwise `count` divided by the number of agents. It differs from `expected_share` only if it is counted.',
  }),
  interval,
  baseline_share: share.meta({ description: 'Share at the baseline, 0 to 1.' }),
  baseline_interval: interval,
  difference: z
    .number()
    .meta({ description: 'Share minus baseline share, −1 to 1, for the same agents with common random numbers.' }),
  difference_interval: interval,
  errors,
  difference_errors,
};

const difference = z
  .number()
  .meta({ description: 'Value minus baseline value, for the same agents with common random numbers.' });

export const measureShape = {
  id: z.string().meta({ description: 'Id of the measure.', examples: ['visits'] }),
  label: z.string().meta({ description: 'Name of the measure.', examples: ['Visits to the doctor'] }),
  unit: z.string().meta({ description: 'Unit of the values.', examples: ['visits per year'] }),
  mean: z.number().meta({
    description:
      'Mean over the agents, in `unit`: of their expected values if `uncertainty.shares` is `expected`, otherwise of their simulated values.',
  }),
  interval,
  baseline_mean: z.number().meta({ description: 'Mean at the baseline, in `unit`.' }),
  baseline_interval: interval,
  difference,
  difference_interval: interval,
  errors,
  difference_errors,
};

export const pointShape = {
  step: z.number().meta({ description: 'Time or price, in `step_unit`.' }),
  share: share.meta({ description: 'Share of agents at this step, 0 to 1.' }),
  interval,
  baseline_share: share.meta({ description: 'Share at the baseline, 0 to 1.' }),
  difference,
  difference_interval: interval,
  errors,
  difference_errors,
};

export const expectedShape = {
  expected_share: share.meta({
    description:
      'Mean outcome probability of the agents, without their random errors. Equal to `share` if `uncertainty.shares` is `expected`; if it is `counted`, `share` also has the random errors of the decisions.',
  }),
  baseline_expected_share: share.meta({ description: 'Mean outcome probability at the baseline.' }),
};
export const spreadShape = {
  median: z.number().meta({ description: 'Median of the simulated values of the agents, in `unit`.' }),
  baseline_median: z.number().meta({ description: 'Median at the baseline, in `unit`.' }),
  tenth_to_ninetieth_percentile: intervalSchema.meta({
    description: '10th and 90th percentile of the simulated values of the agents, in `unit`.',
  }),
};

const outcomeGroups = 'Groups of outcomes that the workflow defines, reported like outcomes. Empty if it defines none.';

/** The results of some of the agents. */
export const partShape = {
  agent_count: count.meta({ description: 'Number of agents in this part.' }),
  outcomes: z.array(z.strictObject(outcomeShape)).meta({ description: 'Share of each outcome.' }),
  outcome_groups: z.array(z.strictObject(outcomeShape)).meta({ description: outcomeGroups }),
  measures: z.array(z.strictObject(measureShape)).meta({ description: 'Mean of each measure.' }),
};

const groupSchema = z.strictObject({
  id: z.string().meta({ description: 'Id of the group.' }),
  label: z.string().meta({ description: 'Name of the group.' }),
  ...partShape,
});

export const flowsSchema = z
  .array(
    z.strictObject({
      from: z.string().meta({ description: 'Id of the outcome at the baseline.' }),
      to: z.string().meta({ description: 'Id of the outcome in this scenario.' }),
      count: count.meta({ description: 'Agents with this pair of outcomes, counted.' }),
      share: share.meta({ description: 'Their share of all agents, 0 to 1.' }),
    }),
  )
  .meta({
    description: 'Agents whose outcome differs from their baseline outcome, by pair of outcomes; largest first.',
  });

/** The method of the intervals. */
export const methodSchema = z.enum(['delta', 'draws']).meta({
  description:
    'Method of the estimation error. `delta`: analytic gradients and the covariance of the coefficients. `draws`: percentiles over random draws of the coefficients.',
});

export const intervalMethodSchema = z
  .strictObject({
    level: z.number().meta({ description: 'Level of all intervals.', examples: [0.95] }),
    method: methodSchema,
    parameter_draws: count.meta({ description: 'Number of coefficient draws; 0 with the delta method.' }),
    replicates: count.nullable().meta({
      description:
        'Runs repeated with other random errors, for the simulation error of interacting agents. Null if agents are independent, and for results of engines before 2.0.0, which did not record it.',
      examples: [null],
    }),
    shares: z.enum(['expected', 'counted']).meta({
      description:
        '`expected`: shares are mean probabilities, and means are means of expected values. `counted`: shares are counted outcomes, and means are means of simulated values; for interacting agents, and for engines before 2.0.0.',
    }),
  })
  .meta({ id: 'IntervalMethod', description: 'Method of the shares, means and intervals.' });

/** The results of a simulation as unrounded numbers. All intervals are 95% intervals that combine the known parts of the error. */
export const summarySchema = z.strictObject({
  agent_count: count.meta({ description: 'Number of agents.' }),
  outcomes: z
    .array(z.strictObject({ ...outcomeShape, ...expectedShape }))
    .meta({ description: 'Share of each outcome.' }),
  outcome_groups: z.array(z.strictObject({ ...outcomeShape, ...expectedShape })).meta({ description: outcomeGroups }),
  measures: z
    .array(z.strictObject({ ...measureShape, ...spreadShape }))
    .meta({ description: 'Numeric results of the agents. Empty if the workflow has none.' }),
  curves: z
    .array(
      z.strictObject({
        id: z.string().meta({ description: 'Id of the curve.' }),
        label: z.string().meta({ description: 'Name of the curve.' }),
        step_unit: z.string().meta({ description: 'Unit of the steps.' }),
        points: z.array(z.strictObject(pointShape)),
      }),
    )
    .meta({ description: 'Shares of agents by time or price. Empty if the workflow has none.' }),
  segments: z
    .array(
      z.strictObject({
        attribute: z.string().meta({ description: 'Id of the attribute.' }),
        label: z.string().meta({ description: 'Name of the attribute.' }),
        unit: z.string().optional().meta({ description: 'Unit of a numeric attribute.' }),
        groups: z.array(groupSchema),
      }),
    )
    .meta({ description: 'Results by group, for one attribute at a time.' }),
  uncertainty: intervalMethodSchema,
  flows: flowsSchema,
});
export type Summary = z.infer<typeof summarySchema>;
export type UncertaintySummary = Summary['uncertainty'];
export type OutcomeSummary = Summary['outcomes'][number];
export type MeasureSummary = Summary['measures'][number];
export type CurveSummary = Summary['curves'][number];
export type CurvePoint = CurveSummary['points'][number];
export type SegmentSummary = Summary['segments'][number];
export type SegmentGroup = SegmentSummary['groups'][number];
export type Flow = Summary['flows'][number];
/** Outcomes and measures of a part of the agents. */
export type PartFigures = Omit<SegmentGroup, 'id' | 'label' | 'agent_count'>;
export type OutcomeShare = PartFigures['outcomes'][number];
export type MeasureMean = PartFigures['measures'][number];
/** A figure under scenario and baseline, their difference for the same agents with the same random errors, and their errors. */
export type Errors = Pick<
  MeasureMean,
  'interval' | 'baseline_interval' | 'difference' | 'difference_interval' | 'errors' | 'difference_errors'
>;
