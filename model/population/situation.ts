import type { AttributeTable } from './attribute-table.js';
import type { StreamKey } from '../random/stream-key.js';
import { type Column, columnNamed } from '../columns/column.js';
import { samplePopulation } from './sample-population.js';
import { assign, assignmentColumns, drawAssignments } from './assign.js';
import type { Assignment, Scenario } from '../definition/scenario.schema.js';
import type { CompiledPopulation } from './compile-population.js';

/** Attributes and assignments of the agents [from, to), and the source of their random errors. */
export interface Situation {
  readonly key: StreamKey;
  readonly from: number;
  readonly to: number;
  readonly attributes: AttributeTable;
  /** Assignments under the scenario and under the baseline: one array per assignment, 1 or 0 per agent. */
  readonly assigned: {
    readonly scenario: readonly Uint8Array[];
    readonly baseline: readonly Uint8Array[];
    /** Under the calibrated baseline. Default: `baseline`. */
    readonly calibrated?: readonly Uint8Array[];
  };
  /** Number of the replicate. Each replicate has the same agents with other random errors. Replicate 0 produces the columns of the agents. */
  readonly replicate: number;
  /** The same agents in the second and each later period of a choice with periods. Default: their attributes and assignments do not change. */
  readonly later?: readonly Situation[];
  /** Called after each step of a run with several steps. It throws to stop the run. */
  readonly onStep?: (done: number, total: number) => void;
}

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
interface DrawnSituation {
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

/**
 * The agents [from, to) of a simulation with these columns. Columns are not copied, and callers must not modify them.
 *
 * @param columns attributes and draws of assignments, under any scenario
 * @throws EngineError `invalid_argument` if a column is missing
 */
export function readAgents(
  { population, assignments }: Pick<AgentSource, 'population' | 'assignments'>,
  columns: readonly Column[],
  from: number,
  to: number,
): UnassignedAgents {
  const read = (name: string): Column => {
    const column = columnNamed(columns, name);
    return { ...column, values: column.values.subarray(from, to) } as Column;
  };
  return {
    from,
    to,
    attributes: { count: to - from, columns: population.attributes.map(({ id }) => read(`attribute.${id}`)) },
    draws: assignments.map(({ id }) => read(`assignment_draw.${id}`).values as Float64Array),
  };
}

/** The agents [from, to) of a simulation with the columns of {@link readAgents}, as `drawSituation` draws them. */
export function readSituation(
  source: AgentSource,
  columns: readonly Column[],
  from: number,
  to: number,
): DrawnSituation {
  const agents = readAgents(source, columns, from, to);
  const situation = situationOf(source, agents);
  const assigned = assignmentColumns(source.assignments, agents.draws, situation.assigned.scenario);
  return { situation, columns: [...agents.attributes.columns, ...assigned] };
}
