import { decompressText } from '../../../common/compression.js';
import { baselineScenario } from '../../../engine/definition.js';
import { blockAgents, combineBlocks, decodeBlock, encodeBlock, simulateBlock } from '../../../engine/simulate.js';
import { chooseHeadline } from '../../headline.js';
import { codebookMetadata } from '../../results/codebook.js';
import { encodeAgents } from '../../results/column-table.js';
import type { RunOutput, RunTask } from '../../run.kind.js';
import type { SummaryRecord } from '../../summary.schema.js';

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
