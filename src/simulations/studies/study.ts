import type { Study } from '../../engine/analyses.js';
import type { Simulation } from '../../platform/database/generated/client.js';

export type StudyKind = Study['kind'];

/**
 * A study in the queue of simulations: work that evaluates a workflow many times, without agents in its result. Its row has an id with the
 * prefix of its kind, and its result in place of the summary. `agents_done` counts evaluations.
 */
export type StoredStudy = Study & {
  /** Simulations that the study counts against the quota. */
  cost: number;
  /** Maximum evaluations of the workflow. */
  max_evaluations: number;
};

/** Agents of all evaluations that count as one simulation against the quota. */
const agentsPerSimulation = 10_000;

/** Returns the study of a row, or null for a simulation. */
export function studyOf({ study }: Pick<Simulation, 'study'>): StoredStudy | null {
  return study as unknown as StoredStudy | null;
}

/** Returns the simulations that a row counts against the quota. */
export function costOf(row: Pick<Simulation, 'study'>): number {
  return studyOf(row)?.cost ?? 1;
}

/** Returns agents × maximum evaluations ÷ 10,000, rounded up: each evaluation computes all agents. */
export function costOfEvaluations(agentCount: number, maxEvaluations: number): number {
  return Math.max(1, Math.ceil((agentCount * maxEvaluations) / agentsPerSimulation));
}
