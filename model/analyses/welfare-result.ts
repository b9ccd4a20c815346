import { z } from 'zod';
import type { Interval } from '../summary/intervals.js';
import { estimateSchema } from './mean-functions.js';

const share = z.number().min(0).max(1);
const shareInterval: z.ZodType<Interval | null> = z.tuple([share, share]).nullable();

const groupShape = {
  agent_count: z
    .int()
    .min(1)
    .meta({ examples: [1_000] }),
  is_small: z.boolean().meta({ description: 'True for fewer than 30 agents.' }),
  mean: estimateSchema.describe('Mean change of an agent, in `unit`. Positive: the agents are better off.'),
  direction: z.enum(['gains', 'loses', 'unclear', 'unchanged']).meta({
    description:
      '`gains` or `loses`: the interval of the mean excludes 0. `unclear`: it includes 0, or is unknown. `unchanged`: no agent has a change.',
  }),
  gaining_share: share.meta({ description: 'Share of the agents with a gain, 0 to 1.' }),
  losing_share: share.meta({ description: 'Share of the agents with a loss, 0 to 1.' }),
  gaining_share_interval: shareInterval.meta({ description: '95% interval of `gaining_share`; null if unknown.' }),
  losing_share_interval: shareInterval.meta({ description: '95% interval of `losing_share`; null if unknown.' }),
};

export const welfareShape = {
  unit: z.string().meta({
    description: 'Currency, or unit of the cost in the data. `utility` without an amount of money.',
    examples: ['CHF'],
  }),
  money_unavailable: z
    .enum(['no_cost', 'cost_coefficient_not_negative'])
    .nullable()
    .meta({
      description:
        'Reason why the changes are in units of utility: the model has no cost, or more cost does not lower the utility of all agents. Null for an amount of money.',
      examples: [null],
    }),
  agent_count: z
    .int()
    .min(1)
    .meta({ description: 'Agents of the result: at most the first 10,000.', examples: [1_000] }),
  total: estimateSchema.describe('Sum of the changes of these agents, in `unit`.'),
  all: z.strictObject(groupShape),
  segments: z
    .array(
      z.strictObject({
        attribute: z.string().meta({ examples: ['income'] }),
        label: z.string().meta({ examples: ['Income'] }),
        groups: z.array(z.strictObject({ id: z.string(), label: z.string(), ...groupShape })),
      }),
    )
    .meta({ description: 'Gains and losses by the groups of each attribute. Groups without agents are omitted.' }),
};
const welfareSchema = z.object(welfareShape);
export type Welfare = z.infer<typeof welfareSchema>;
export type GroupWelfare = Welfare['all'];
