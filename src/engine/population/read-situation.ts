import type { Column } from '../columns/column.js';
import { columnNamed } from '../columns/column-named.js';
import { assignmentColumns } from './assign.js';
import { type AgentSource, type DrawnSituation, situationOf, type UnassignedAgents } from './draw-situation.js';

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
