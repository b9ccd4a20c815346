import { z } from 'zod';
import { smallGroupSize } from '../../../model/analyses.js';
import { simulationIdSchema } from '../../simulations/simulation.record.js';
import { flowsSchema, intervalMethodSchema, partShape } from '../../../model/simulate.js';
import { summarySchema } from '../../simulations/summary.schema.js';
import { groupWhere, whereSchema } from '../../simulations/results/results.schema.js';

const isSmall = z.boolean().meta({
  description: `True for fewer than ${smallGroupSize} agents. Intervals are then wide, and shares are imprecise.`,
});

export const groupedSummarySchema = z
  .strictObject({
    simulation_id: simulationIdSchema,
    summary: summarySchema.nullable().meta({
      description: 'Summary of all agents, as in the simulation record; null if the request has `where` or `group_by`.',
      examples: [null],
    }),
    where: z
      .record(z.string(), z.array(z.string()))
      .meta({ description: 'Filter of the request.', examples: [{ income: ['high'] }] }),
    group_by: z.array(z.string()).meta({ description: 'Attributes of the groups.', examples: [['age']] }),
    total: z
      .strictObject({ ...partShape, is_small: isSmall, flows: flowsSchema })
      .nullable()
      .meta({
        description:
          'Results of all agents that match `where`; null if the request has neither `where` nor `group_by`.',
      }),
    groups: z
      .array(
        z.strictObject({
          group: z
            .record(z.string(), z.strictObject({ id: z.string(), label: z.string() }))
            .meta({ examples: [{ age: { id: 'from_40_to_54', label: '40 to 54' } }] }),
          is_small: isSmall,
          ...partShape,
        }),
      )
      .meta({
        description:
          'Results by group. Groups without agents are omitted. Intervals and errors are null if agents interact, because the agents of a group are then not independent.',
      }),
    uncertainty: intervalMethodSchema,
  })
  .meta({ id: 'GroupedSummary' });
export type GroupedSummaryRecord = z.infer<typeof groupedSummarySchema>;

/** Limits the size of the response. */
export const maxGroups = 1_000;
/** Maximum groups times outcomes. Each share takes several hundred bytes. */
export const maxShares = 2_000;

export const summaryQuerySchema = z.preprocess(
  groupWhere,
  z.strictObject({
    group_by: z
      .string()
      .max(200)
      .regex(/^[^,]+(,[^,]+)?$/, 'expected one attribute, or two separated by a comma')
      .optional()
      .meta({
        description:
          'One attribute, or two separated by a comma, with the ids in `segments` of the summary. Numeric attributes are grouped by population quartiles.',
        examples: ['age,income'],
      }),
    where: whereSchema,
  }),
);
export type SummaryQuery = z.infer<typeof summaryQuerySchema>;
