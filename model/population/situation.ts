import type { AttributeTable } from './attribute-table.js';
import type { StreamKey } from '../random/stream-key.js';
import { type Column, columnNamed } from '../columns/column.js';
import { samplePopulation } from './sample-population.js';
import type { Assignment, Scenario } from '../definition/scenario.schema.js';
import type { CompiledPopulation } from './compile-population.js';
import { EngineError } from '../engine-error.js';
import { fillUniforms, streamPurposes } from '../random/stream.js';

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

/** Uniform random numbers in (0, 1) of the agents [from, to): one array per assignment, one number per agent. */
export function drawAssignments(
  assignments: readonly Assignment[],
  key: StreamKey,
  from: number,
  to: number,
): Float64Array[] {
  const count = to - from;
  const draws = new Float64Array(assignments.length * count);
  fillUniforms(key, streamPurposes.perception, 0, assignments.length, from, to, draws);
  return assignments.map((_, position) => draws.subarray(position * count, (position + 1) * count));
}

/**
 * Assignments under a scenario: one array per assignment, 1 for each agent with a draw below the share, else 0.
 *
 * @throws EngineError `invalid_scenario` if the scenario lacks the share of an assignment
 */
export function assign(
  assignments: readonly Assignment[],
  draws: readonly Float64Array[],
  scenario: Scenario,
): Uint8Array[] {
  return assignments.map((assignment, position) => {
    const share = scenario[assignment.share];
    if (typeof share !== 'number') {
      throw new EngineError('invalid_scenario', `The scenario lacks the parameter ${assignment.share}.`, {
        parameter: assignment.share,
      });
    }
    const own = draws[position]!;
    const assigned = new Uint8Array(own.length);
    for (let row = 0; row < own.length; row++) assigned[row] = Number(own[row]! < share);
    return assigned;
  });
}

/** Columns `assignment.<id>` under the scenario and `assignment_draw.<id>`. The draws determine the assignment at any other share. */
export function assignmentColumns(
  assignments: readonly Assignment[],
  draws: readonly Float64Array[],
  assigned: readonly Uint8Array[],
): Column[] {
  return assignments.flatMap(({ id }, position): Column[] => [
    { name: `assignment.${id}`, type: 'bool', values: assigned[position]! },
    { name: `assignment_draw.${id}`, type: 'float64', values: draws[position]! },
  ]);
}
