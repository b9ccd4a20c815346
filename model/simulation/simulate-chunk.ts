import type { Chunk, Column } from '../columns/column.js';
import { EngineError } from '../engine-error.js';
import { type CompiledSimulation, compile } from './compile.js';
import { drawSituation, readSituation } from '../population/situation.js';
import type { GroupCodes } from '../summary/moments.js';
import type { Segmentation } from '../summary/segment-groups.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Scenario } from '../definition/scenario.schema.js';
import type { DecisionOutput } from '../equations/decision-family.js';

/** The stages of a simulation, in their order. The stages `people` and `choices` repeat for each chunk of agents. */
export const stages = ['compile', 'people', 'choices', 'errors', 'summary', 'digest'] as const;

export type Stage = (typeof stages)[number];

/** Called at the end of each stage. The engine has no clock; the caller can measure the time between two calls. */
export type OnStage = (ended: Stage) => void;

/**
 * Simulates the agents [from, to): attributes, assignments, and outcomes under the scenario and, with the same random errors, under the
 * baseline. Pure: equal ranges give equal columns.
 *
 * @param people attributes and draws of assignments of all agents, if they are known
 * @throws EngineError `invalid_argument` for interacting agents, which must run together; `invalid_scenario` for a missing parameter;
 *   `utility_not_finite`, `mean_too_great`, `no_alternative_available` if the model fails for an agent
 */
export function simulateChunk(
  compiled: CompiledSimulation,
  from: number,
  to: number,
  onStage?: OnStage,
  people?: readonly Column[],
): Chunk {
  if (compiled.interacting) {
    throw new EngineError('invalid_argument', 'Interacting agents must run together, not in chunks.', {});
  }
  const { situation, columns } = people ? readSituation(compiled, people, from, to) : drawSituation(compiled, from, to);
  onStage?.('people');
  const decided = compiled.decision.run(situation);
  onStage?.('choices');
  return { from, to, columns: [...columns, ...decided.columns] };
}

/** Groups of agents, by agent index. */
export interface AgentGroups extends GroupCodes {
  /** Whether the model defines the groups, such as latent classes. */
  readonly isModelGroup: boolean;
}

/** The groups of segmentations. */
export function agentGroupsOf(segmentations: readonly Segmentation[]): AgentGroups[] {
  return segmentations.map(({ groupOf, groups, isModelGroup }) => ({ groupOf, groups: groups.length, isModelGroup }));
}

/** Columns and events of agents 0 to `agentCount - 1`, as in `simulate`, without a summary. */
export function decideAgents(
  definition: WorkflowDefinition,
  scenario: Scenario,
  seed: number,
  agentCount: number,
): DecisionOutput {
  const compiled = compile(definition, scenario, seed);
  const drawn = drawSituation(compiled, 0, agentCount);
  const { columns, events } = compiled.decision.run(drawn.situation);
  return { columns: [...drawn.columns, ...columns], events };
}
