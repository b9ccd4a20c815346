import type { Column } from '../columns/column.js';
import { samplePopulation } from './sample-population.js';
import { assign, assignmentColumns, drawAssignments } from './assign.js';
import type { Assignment, Scenario } from '../definition/scenario.schema.js';
import type { StreamKey } from '../random/stream-key.js';
import type { AttributeTable } from './attribute-table.js';
import type { CompiledPopulation } from './compile-population.js';
import type { Situation } from './situation.js';

/** Inputs that determine the agents of a simulation. */
export interface AgentSource {
  readonly key: StreamKey;
  readonly population: CompiledPopulation;
  readonly assignments: readonly Assignment[];
  readonly scenario: Scenario;
  readonly baseline: Scenario;
  /** The calibrated baseline, if it is not `baseline` and if decisions need it. */
  readonly calibrated?: Scenario | undefined;
}

/** The agents [from, to) with their assignments. */
export interface DrawnSituation {
  readonly situation: Situation;
  /** Attributes and assignments. */
  readonly columns: readonly Column[];
}

/** The agents [from, to) without what depends on a scenario. */
export interface UnassignedAgents {
  readonly from: number;
  readonly to: number;
  readonly attributes: AttributeTable;
  /** Random numbers that decide the assignments: one array per assignment. */
  readonly draws: readonly Float64Array[];
}

/** Assigns agents under a scenario and a baseline. */
export function situationOf(
  { key, assignments, scenario, baseline, calibrated }: Omit<AgentSource, 'population'>,
  { from, to, attributes, draws }: UnassignedAgents,
): Situation {
  const assigned = {
    scenario: assign(assignments, draws, scenario),
    baseline: assign(assignments, draws, baseline),
    ...(calibrated && { calibrated: assign(assignments, draws, calibrated) }),
  };
  return { key, from, to, attributes, assigned, replicate: 0 };
}

/** Draws the attributes and assignments of the agents [from, to), in replicate 0. */
export function drawSituation(
  source: AgentSource,
  from: number,
  to: number,
  onStep?: (done: number, total: number) => void,
): DrawnSituation {
  const { key, population, assignments } = source;
  const attributes = samplePopulation(population, key, from, to);
  const draws = drawAssignments(assignments, key, from, to);
  const situation = situationOf(source, { from, to, attributes, draws });
  return {
    situation: { ...situation, ...(onStep && { onStep }) },
    columns: [...attributes.columns, ...assignmentColumns(assignments, draws, situation.assigned.scenario)],
  };
}
