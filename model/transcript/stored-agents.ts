import type { Column } from '../columns/column.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Scenario } from '../definition/scenario.schema.js';
import { EngineError } from '../engine-error.js';
import type { AttributeTable } from '../population/attribute-table.js';

/** The agents of a simulation, read from the stored columns. Lists have one item per assignment, in the order of the definition. */
export interface StoredAgents {
  readonly attributes: AttributeTable;
  /** Uniform draws for each assignment. */
  readonly draws: readonly Column['values'][];
  /** 1 if assigned under the scenario, otherwise 0. */
  readonly assigned: readonly Uint8Array[];
  /** Index of the outcome under the scenario. */
  readonly outcomes: Column['values'];
  readonly baselineOutcomes: Column['values'];
}

/**
 * Makes a function that returns the column of a name.
 *
 * @throws EngineError `invalid_argument` for an unknown name
 */
export function columnFinder(columns: readonly Column[]): (name: string) => Column {
  const byName = new Map(columns.map((column) => [column.name, column]));
  return (name) => {
    const column = byName.get(name);
    if (!column) throw new EngineError('invalid_argument', `Column ${name} is missing.`, { column: name });
    return column;
  };
}

/** @param columns columns of a simulation, or of its first agents */
export function readStoredAgents(
  definition: WorkflowDefinition,
  scenario: Scenario,
  columns: readonly Column[],
): StoredAgents {
  const named = columnFinder(columns);
  const { assignments } = definition.scenario;
  const draws = assignments.map(({ id }) => named(`assignment_draw.${id}`).values);
  const outcomes = named('outcome').values;
  const shares = assignments.map(({ share }) => Number(scenario[share]));
  return {
    attributes: {
      count: outcomes.length,
      columns: definition.population.attributes.map(({ id }) => named(`attribute.${id}`)),
    },
    draws,
    assigned: draws.map((own, k) => Uint8Array.from(own, (draw) => Number(draw < shares[k]!))),
    outcomes,
    baselineOutcomes: named('baseline_outcome').values,
  };
}

/** The attributes and assignments of one agent, as a table with one row. */
export function tableOfAgent(
  { attributes, assigned }: StoredAgents,
  index: number,
): readonly [AttributeTable, readonly Uint8Array[]] {
  const row = (column: Column) => ({ ...column, values: column.values.subarray(index, index + 1) }) as Column;
  return [{ count: 1, columns: attributes.columns.map(row) }, assigned.map((own) => own.subarray(index, index + 1))];
}
