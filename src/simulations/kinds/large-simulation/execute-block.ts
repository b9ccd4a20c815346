import { decompressText } from '../../../common/compression.js';
import { baselineScenario } from '../../../../model/definition.js';
import { blockAgents, combineBlocks, decodeBlock, encodeBlock, simulateBlock } from '../../../../model/simulate.js';
import { chooseHeadline } from '../../headline.js';
import { codebookMetadata } from '../../results/agent-table.js';
import { encodeAgents } from '../../results/column-table.js';
import type { RunOutput, RunTask } from '../../run.kind.js';
import type { SummaryRecord } from '../../summary.schema.js';
import { z } from 'zod';
import { annotationFields } from '../../../common/annotations.schema.js';
import { maxAgentCount, maxLargeAgentCount } from '../../../config/plans.js';
import { createSimulationSchema } from '../../simulation.schema.js';

/** What the row of a block has in place of a summary. */
export interface BlockSummary {
  agent_count: number;
  bytes: number;
}

/** Simulates a block, or combines all blocks if the task has their details. */
export const executeBlock = (task: RunTask): RunOutput =>
  task.details ? combined(task, task.details) : simulated(task);

function simulated({ definition, scenario, seed, agentCount, block = 0, ...callbacks }: RunTask): RunOutput {
  const from = block * blockAgents;
  const { onProgress, onStage, shouldStop } = callbacks;
  const request = { definition, scenario, seed, agentCount: from + agentCount };
  const { columns, ...statistics } = simulateBlock(
    { ...request, ...(onProgress && { onProgress }), ...(onStage && { onStage }), ...(shouldStop && { shouldStop }) },
    block,
  );
  const agents = encodeAgents(columns, codebookMetadata(definition, columns), from);
  const result: BlockSummary = { agent_count: agentCount, bytes: agents.length };
  return { result, digest: statistics.digest, people: [], agents, details: encodeBlock(statistics) };
}

function combined({ definition, scenario }: RunTask, details: readonly Uint8Array[]): RunOutput {
  const blocks = details.map((own) => decodeBlock(decompressText(own).toString()));
  const agentCount = blocks.reduce((sum, { statistics }) => sum + statistics.agents, 0);
  const { summary, digest } = combineBlocks({ definition, scenario, agentCount }, blocks);
  const reference = baselineScenario(definition);
  const headline = chooseHeadline(definition, { scenario, reference, asked: null }, summary);
  const result = { ...summary, headline } satisfies SummaryRecord;
  return { result, digest, people: [] };
}

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
