import { agentsInteract } from '../../../model/analyses.js';
import {
  blockAgents,
  blockCount,
  combineBlocks,
  decodeBlock,
  encodeBlock,
  simulateBlock,
} from '../../../model/simulate.js';
import type { RunKind, Reported, RunView, RunOutput, RunTask } from '../run.kind.js';
import { summarySchema, type SummaryRecord } from '../summary.schema.js';
import { figuresTable } from '../tables/write-table.js';
import { simulationView } from '../view/simulation-view.js';
import { decompressText } from '../../common/compression.js';
import { baselineScenario } from '../../../model/definition.js';
import { chooseHeadline } from '../headline.js';
import { codebookMetadata } from '../results/agent-table.js';
import { encodeAgents } from '../results/column-table.js';
import { z } from 'zod';
import { maxAgentCount, maxLargeAgentCount } from '../../config/plans.js';
import { createSimulationSchema, runFields } from '../simulation.schema.js';
import { positiveCount } from '../schema-parts.js';

const { workflow_id, scenario_context, seed } = createSimulationSchema.shape;

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
  ...runFields,
});
export type CreateLargeSimulation = z.infer<typeof createLargeSimulationSchema>;

export const plannedBlocks = {
  blocks: positiveCount.meta({
    description: 'Number of blocks. Each has 50,000 agents, except the last one, which can have fewer.',
    examples: [20],
  }),
};
export type BlocksPlan = z.infer<z.ZodObject<typeof plannedBlocks>>;

/** Sections that `runView` adds for every kind, or that need the agents. */
const otherSections: readonly string[] = ['adjustments', 'reproduction'];

/** The content of the view of a simulation, except what needs its agents: examples of agents and indicators. */
function largeSimulationView({
  definition,
  definitionDigest,
  engineVersion,
  run,
  result: summary,
}: Reported<BlocksPlan, SummaryRecord>): RunView {
  const { id, name, scenario, seed, agentCount } = run;
  const { headline, trust, limits, sections } = simulationView({
    ...{ id, name, definition, definitionDigest, engineVersion, scenario, seed, agentCount, summary },
    completedAt: run.completedAt ?? '',
    adjustments: run.adjustments,
    warnings: [...run.warnings],
    digest: run.digest ?? '',
    routedVia: null,
    agents: undefined,
    indicators: null,
    effects: null,
    compared: null,
    selection: null,
  });
  const changed = definition.scenario.parameters.filter((parameter) => scenario[parameter.id] !== parameter.default);
  return {
    headline: headline.text,
    varied: changed.map((parameter) => parameter.id),
    ...(headline.chart && { chart: headline.chart }),
    trust,
    limits,
    sections: sections.filter((section) => !otherSections.includes(section.id)),
  };
}

/** A simulation that runs in blocks, on all workers. */
export const largeSimulationKind: RunKind<CreateLargeSimulation, BlocksPlan, SummaryRecord> = {
  name: 'large_simulation',
  idPrefix: 'lsim',
  path: 'large-simulations',
  noun: 'large simulation',
  plural: 'large simulations',
  tag: {
    name: 'Large simulations',
    description: 'Simulations of more than 10,000 agents, which run in blocks on all workers.',
  },
  texts: {
    create:
      'Queues a simulation of 10,001 to 10,000,000 agents. It runs in blocks of 50,000 agents: any worker runs any block, and a lost worker loses only the blocks that it runs. The summary and the digest do not depend on the workers. The plan of the organization must allow it (`large_agent_count_ceiling` in `GET /v1/usage`). Every 10,000 agents count as one simulation against the quota.',
    table:
      'Returns one row for each outcome, outcome group and measure of a completed large simulation: value, value at the baseline and difference, with the ends of their 95% intervals (`_low`, `_high`) and the parts of their errors (`_error`). Unknown values are null.',
    cancel: 'Cancels all queued and running blocks. The quota of queued blocks is refunded.',
    manifest:
      '`npm run --silent cli -- simulation reproduce manifest.json` computes all blocks again and compares the digest; `simulation run-part` and `merge-parts` do so on several machines.',
    reducesTime: 'a simpler workflow',
    tableRow: { kind: 'outcome', figure: 'train', value: 0.21, value_low: 0.2, value_high: 0.22, difference: 0.02 },
  },
  hasIssues: true,
  request: createLargeSimulationSchema,
  planned: plannedBlocks,
  result: summarySchema,
  unlisted: { curves: [], segments: [], flows: [] },
  agentLimit: 'agents_per_large_simulation',
  plan({ workflow, agentCount }) {
    if (agentsInteract(workflow.definition)) {
      const message =
        'has agents that interact, so that they cannot run in blocks. Use POST /v1/simulations with at most 10,000 agents';
      return [{ path: 'workflow_id', message }];
    }
    return { plan: { blocks: blockCount(agentCount) } };
  },
  requestOf: () => ({}),
  work: {
    children: ({ scenario, agentCount }, { blocks }) =>
      Array.from({ length: blocks }, (_, block) => ({
        scenario,
        warnings: [],
        agentCount: Math.min(blockAgents, agentCount - block * blockAgents),
      })),
    statusOf({ queued, running, completed, failed, canceled }, isCanceled, blocks) {
      if (queued + running > 0) return running + completed + failed + canceled > 0 ? 'running' : 'queued';
      if (failed > 0) return 'failed';
      if (isCanceled || canceled > 0) return 'canceled';
      // The last row combines the blocks.
      return completed > blocks ? 'completed' : 'running';
    },
    inBlocks: { execute: (_plan, task) => executeBlock(task) },
  },
  table: ({ result }) => figuresTable(result),
  view: largeSimulationView,
};

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
