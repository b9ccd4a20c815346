import type { Column } from '../columns/column.js';
import { columnNamed } from '../columns/column-named.js';
import { assign } from './assign.js';
import type { AgentSource } from './draw-situation.js';
import type { Situation } from './situation.js';

/**
 * The agents [from, to) of a simulation with these columns, as `drawSituation` draws them. Columns are not copied, and callers must not
 * modify them.
 *
 * @throws EngineError `invalid_argument` if a column is missing
 */
export function readSituation(source: AgentSource, columns: readonly Column[], from: number, to: number): Situation {
  const { key, population, assignments, scenario, baseline } = source;
  const read = (name: string): Column => {
    const column = columnNamed(columns, name);
    return { ...column, values: column.values.subarray(from, to) } as Column;
  };
  const draws = assignments.map(({ id }) => read(`assignment_draw.${id}`).values as Float64Array);
  return {
    key,
    from,
    to,
    attributes: { count: to - from, columns: population.attributes.map(({ id }) => read(`attribute.${id}`)) },
    assigned: {
      scenario: assign(assignments, draws, scenario),
      baseline: assign(assignments, draws, baseline),
    },
    replicate: 0,
  };
}
