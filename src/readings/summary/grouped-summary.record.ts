import { z } from 'zod';
import { smallGroupSize } from '../../engine/analyses.js';
import { simulationIdSchema } from '../../simulations/simulation.record.js';
import { flowsSchema, intervalMethodSchema, partShape, summarySchema } from '../../simulations/summary.schema.js';

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
