import { z } from 'zod';
import { isExecution, isGroup, usesLanguageModel, type RunKind } from './run.kind.js';
import type { RunRow } from './run.row.js';
import { byStatus } from './run.state.js';
import { count, positiveCount } from './schema-parts.js';

/** How the work of a kind is counted, and what its digest covers. */
export interface RunMode {
  readonly progress: z.ZodType;
  progressOf(row: RunRow, plan: object): object;
  /** Simulations counted against the quota, as text. */
  readonly quota: string;
  /** Returns this number. */
  costOf(run: { agentCount: number; plan: object; childCount: number }): number;
  /** What the digest covers. */
  readonly digested: string;
}

export const evaluationsMax = positiveCount.meta({
  description: 'Maximum evaluations of all agents. Fewer are usually enough.',
  examples: [80],
});

export const pointProgressSchema = z.strictObject({
  points_total: positiveCount,
  points: z.strictObject(byStatus(() => count)),
  agents_done: count,
  agents_total: count,
});

export function pointProgress({ childCount, children, agentCount, agentsDone }: RunRow) {
  return {
    points_total: childCount ?? 0,
    points: { ...children! },
    agents_done: agentsDone,
    agents_total: (childCount ?? 0) * agentCount,
  };
}

const blockProgressSchema = z.strictObject({
  blocks_done: count.meta({ description: 'Completed blocks.', examples: [3] }),
  blocks_total: positiveCount.meta({ description: 'All blocks.', examples: [20] }),
  agents_done: count.meta({ description: 'Agents simulated so far.', examples: [162_000] }),
  agents_total: count.meta({ description: 'Agents in total.', examples: [1_000_000] }),
});

/** The row that combines the blocks is none of them. */
const blockProgress = ({ childCount, children, agentCount, agentsDone }: RunRow) => ({
  blocks_done: Math.min(childCount ?? 0, children?.completed ?? 0),
  blocks_total: childCount ?? 0,
  agents_done: agentsDone,
  agents_total: agentCount,
});

const evaluationProgressSchema = z.strictObject({
  evaluations_done: count.meta({ description: 'Evaluations of all agents so far.' }),
  evaluations_max: evaluationsMax,
});

const answerProgressSchema = z.strictObject({
  answers_done: count.meta({ description: 'Answers so far, also those that are missing for good.', examples: [20] }),
  answers_total: positiveCount.meta({ description: 'All answers.', examples: [50] }),
});

const stepProgressSchema = z.strictObject({
  steps_done: count.meta({ description: 'Steps so far.', examples: [1] }),
  steps_total: positiveCount.meta({ description: 'All steps.', examples: [4] }),
});

/** Agents of all evaluations that count as one simulation against the quota. */
const agentsPerSimulation = 10_000;

/** Simulations that some agents, or evaluations of agents, count as. */
export const quotaOf = (agents: number): number => Math.max(1, Math.ceil(agents / agentsPerSimulation));

const digestedResult = 'the canonical JSON (RFC 8785) of `result`';

/** Returns how a kind is counted: by agents, points, blocks, evaluations, answers or steps. */
export function modeOf({ work, fromDataset, noun }: Pick<RunKind, 'work' | 'fromDataset' | 'noun'>): RunMode {
  const one = { quota: `A ${noun} counts as one.`, costOf: () => 1, digested: digestedResult };
  if (isExecution(work) && fromDataset)
    return {
      ...one,
      progress: stepProgressSchema,
      progressOf({ status, agentsDone }, plan) {
        const steps_total = work.evaluations(plan);
        return { steps_done: status === 'completed' ? steps_total : agentsDone, steps_total };
      },
    };
  if (isExecution(work))
    return {
      progress: evaluationProgressSchema,
      progressOf: ({ summary, evaluations, agentsDone }, plan) => ({
        evaluations_done: (summary as { evaluations?: number } | null)?.evaluations ?? evaluations ?? agentsDone,
        evaluations_max: work.evaluations(plan),
      }),
      quota: '`agent_count` × maximum evaluations ÷ 10,000, rounded up.',
      costOf: ({ agentCount, plan }) => quotaOf(agentCount * work.evaluations(plan)),
      digested: digestedResult,
    };
  if (usesLanguageModel(work))
    return {
      ...one,
      progress: answerProgressSchema,
      // The last heartbeat of a completed run is older than its last answers.
      progressOf({ status, agentCount, agentsDone }, plan) {
        const answers_total = work.answers(plan, agentCount);
        return { answers_done: status === 'completed' ? answers_total : agentsDone, answers_total };
      },
    };
  if (isGroup(work) && work.inBlocks)
    return {
      progress: blockProgressSchema,
      progressOf: blockProgress,
      quota: '`agent_count` ÷ 10,000, rounded up.',
      costOf: ({ agentCount }) => quotaOf(agentCount),
      digested: '`{"agent_count":…,"blocks":[…]}` with the digests of all blocks',
    };
  if (isGroup(work))
    return {
      progress: pointProgressSchema,
      progressOf: pointProgress,
      quota: 'Each simulation counts.',
      costOf: ({ childCount }) => childCount,
      digested: 'the canonical JSON (RFC 8785) of the digests of all simulations',
    };
  // The record of a simulation has a format of its own.
  return { ...one, progress: z.never(), progressOf: () => ({}), digested: 'all agents and events' };
}
