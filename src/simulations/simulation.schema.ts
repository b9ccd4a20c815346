import { z } from 'zod';

export const maxAgentCount = 10_000;

export const createSimulationSchema = z.strictObject({
  workflow_id: z.string().min(1).max(100),
  agent_count: z.int().min(1).max(maxAgentCount).optional(),
  scenario_context: z.record(z.string(), z.unknown()).optional(),
  seed: z.int().min(0).optional(),
});
export type CreateSimulation = z.infer<typeof createSimulationSchema>;
