import { z } from 'zod';
import { annotationFields } from '../../../common/annotations.schema.js';
import { maxAgentCount, maxLargeAgentCount } from '../../../config/plans.js';
import { createSimulationSchema } from '../../simulation.schema.js';

const { workflow_id, scenario_context, seed, webhook_url, dry_run } = createSimulationSchema.shape;

export const createLargeSimulationSchema = z.strictObject({
  workflow_id,
  agent_count: z
    .int()
    .min(maxAgentCount + 1)
    .max(maxLargeAgentCount)
    .meta({
      description: 'Number of agents, 10,001 to 10,000,000, and at most the ceiling of the plan for large simulations.',
      examples: [1_000_000],
    }),
  scenario_context,
  seed,
  webhook_url,
  ...annotationFields,
  dry_run,
});
export type CreateLargeSimulation = z.infer<typeof createLargeSimulationSchema>;

export const plannedBlocks = {
  blocks: z
    .int()
    .min(1)
    .meta({
      description: 'Number of blocks. Each has 50,000 agents, except the last one, which can have fewer.',
      examples: [20],
    }),
};
export type BlocksPlan = z.infer<z.ZodObject<typeof plannedBlocks>>;
