import type { Column } from '../columns/column.js';
import { canonicalDigest } from '../definition/definition-digest.js';
import type { GoalRequest } from './goals/goal-request.js';
import { runGoal } from './goals/run-goal.js';
import { runSensitivity } from './sensitivity/run-sensitivity.js';
import type { SensitivityRequest } from './sensitivity/sensitivity-request.js';
import { StudyAgents, type StudyTask } from './study-agents.js';

/** Work that evaluates a workflow many times and returns one result. */
export type Study =
  | { readonly kind: 'goal'; readonly request: GoalRequest }
  | { readonly kind: 'sensitivity'; readonly request: SensitivityRequest };

export interface StudyOutput {
  /** Plain JSON. */
  readonly result: object;
  /** SHA-256 of the canonical JSON of the result. */
  readonly digest: string;
  /** Columns of the agents, for later runs with the same definition and seed. */
  readonly people: readonly Column[];
}

/**
 * Runs a study in the calling thread. The result depends only on the definition, scenario, seed, agent count and study.
 *
 * @throws EngineError `simulation_canceled` if `shouldStop` returns true; the errors of a simulation
 */
export function runStudy(study: Study, task: StudyTask): StudyOutput {
  const agents = new StudyAgents(task);
  const result = run(study, agents);
  return { result, digest: canonicalDigest(result), people: agents.people };
}

function run(study: Study, agents: StudyAgents): object {
  switch (study.kind) {
    case 'goal':
      return runGoal(agents, study.request);
    case 'sensitivity':
      return runSensitivity(agents, study.request);
  }
}
