import { z } from 'zod';
import { FEW_AGENTS } from '../../engine/index.js';
import { simulationIdSchema } from '../simulation.record.js';
import { flowsSchema, partShape, summarySchema } from '../summary.schema.js';

const isSmall = z
  .boolean()
  .meta({ description: `Fewer than ${FEW_AGENTS} agents: the intervals are wide, and a share says little.` });

export const groupedSummarySchema = z
  .strictObject({
    simulation_id: simulationIdSchema,
    summary: summarySchema
      .nullable()
      .meta({ description: 'As in the record; null where a part or groups are asked for.', examples: [null] }),
    where: z.record(z.string(), z.array(z.string())).meta({ examples: [{ income: ['high'] }] }),
    group_by: z.array(z.string()).meta({ examples: [['age']] }),
    total: z
      .strictObject({ ...partShape, is_small: isSmall, flows: flowsSchema })
      .nullable()
      .meta({
        description:
          'Of all agents asked for, which the groups split; null where neither a part nor groups are asked for.',
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
          'Groups without agents are left out. Their intervals hold the error of sampling alone; of agents who meet each other they are null.',
      }),
  })
  .meta({ id: 'GroupedSummary' });
export type GroupedSummaryRecord = z.infer<typeof groupedSummarySchema>;
