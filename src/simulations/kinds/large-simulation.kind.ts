import { agentsInteract } from '../../../model/analyses.js';
import { blockAgents, blockCount } from '../../../model/simulate.js';
import type { RunKind, Reported, RunView } from '../run.kind.js';
import { summarySchema, type SummaryRecord } from '../summary.schema.js';
import { figuresTable } from '../tables/write-table.js';
import {
  executeBlock,
  createLargeSimulationSchema,
  plannedBlocks,
  type BlocksPlan,
  type CreateLargeSimulation,
} from './large-simulation/execute-block.js';
import { simulationView } from '../view/simulation-view.js';

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
