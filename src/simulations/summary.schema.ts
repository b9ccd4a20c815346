import { z } from 'zod';
import { measureShape, outcomeShape, pointShape, summarySchema as engineSummary } from '../../model/simulate.js';
import { count, objects } from './schema-parts.js';

const { interval, baseline_share } = outcomeShape;
const { difference, difference_interval } = measureShape;

/** The figure that a result shows first. */
export const headlineSchema = z
  .strictObject({
    outcome: z.string().meta({ description: 'Id of an outcome, outcome group or measure.', examples: ['swissmetro'] }),
    why: z.enum(['asked', 'parameter', 'adjustment', 'workflow']).meta({
      description:
        '`asked`: the question names it. `parameter`: the changed parameters belong to it. `adjustment`: the scenario offers it in place of the headline of the workflow. `workflow`: it is the headline of the workflow.',
      examples: ['parameter'],
    }),
    periods: z
      .strictObject({
        unit: z.string().meta({ description: 'Name of a period.', examples: ['purchase'] }),
        points: objects({
          period: count.meta({ description: 'Number of the period, from 1.' }),
          share: pointShape.share.meta({ description: 'Share of the agents in this period, 0 to 1.' }),
          interval,
          ...{ baseline_share, difference, difference_interval },
        }),
      })
      .optional()
      .meta({
        description:
          'Shares of the figure in the first and the last period with a change, then in the last period. Only for choices in several periods, under another scenario than the baseline.',
      }),
  })
  .meta({ description: 'Figure that reports show first, with the reason.' });
export type HeadlineRecord = z.infer<typeof headlineSchema>;

/** The results of a simulation in numbers. */
export const summarySchema = engineSummary
  .extend({
    headline: headlineSchema.nullable().meta({
      description:
        'Figure that reports show first, with the reason. Null for simulations that were completed before the service chose it; the headline of the workflow then applies.',
    }),
  })
  .meta({ id: 'SimulationSummary' });
export type SummaryRecord = z.infer<typeof summarySchema>;
/** The figures of all agents: a summary without its details, which are nine tenths of it. */
export type FiguresRecord = Omit<SummaryRecord, 'curves' | 'segments' | 'flows'>;
export type SegmentRecord = SummaryRecord['segments'][number];
export type SegmentGroupRecord = SegmentRecord['groups'][number];
