import type { Column } from '../columns/column.js';
import { columnNamed } from '../columns/column-named.js';
import { assign, assignmentColumns } from './assign.js';
import type { AgentSource, DrawnSituation } from './draw-situation.js';

/**
 * The agents [from, to) of a simulation with these columns, as `drawSituation` draws them. Columns are not copied, and callers must not
 * modify them.
 *
 * @param columns attributes and draws of assignments, under any scenario
 * @throws EngineError `invalid_argument` if a column is missing
 */
export function readSituation(
  source: AgentSource,
  columns: readonly Column[],
  from: number,
  to: number,
): DrawnSituation {
  const { key, population, assignments, scenario, baseline } = source;
  const read = (name: string): Column => {
    const column = columnNamed(columns, name);
    return { ...column, values: column.values.subarray(from, to) } as Column;
  };
  const attributes = population.attributes.map(({ id }) => read(`attribute.${id}`));
  const draws = assignments.map(({ id }) => read(`assignment_draw.${id}`).values as Float64Array);
  const assigned = {
    scenario: assign(assignments, draws, scenario),
    baseline: assign(assignments, draws, baseline),
  };
  return {
    situation: { key, from, to, attributes: { count: to - from, columns: attributes }, assigned, replicate: 0 },
    columns: [...attributes, ...assignmentColumns(assignments, draws, assigned.scenario)],
  };
}
