import type { Column } from '../columns/column.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Scenario } from '../definition/scenario.schema.js';
import { EngineError } from '../engine-error.js';
import type { AttributeTable } from '../population/attribute-table.js';

/** One agent, read from the stored columns. Arrays have one item per assignment, in the order of the definition. */
export interface AgentRecord {
  readonly index: number;
  /** The attributes as a table with one row. */
  readonly attributeTable: AttributeTable;
  /** Attributes by id: a category id or a number. */
  readonly attributes: Readonly<Record<string, string | number>>;
  /** Uniform draw for each assignment. */
  readonly draws: readonly number[];
  /** One-element arrays: 1 if assigned under the scenario, otherwise 0. */
  readonly assigned: readonly Uint8Array[];
  /** Index of the outcome under the scenario. */
  readonly outcome: number;
  readonly baselineOutcome: number;
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

/**
 * Makes a function that reads agents by index.
 *
 * @param columns columns of a simulation, or of its first agents
 * @throws EngineError `invalid_argument` for an index without an agent
 */
export function recordReader(
  definition: WorkflowDefinition,
  scenario: Scenario,
  columns: readonly Column[],
): (index: number) => AgentRecord {
  const named = columnFinder(columns);
  const { assignments } = definition.scenario;
  const attributes = definition.population.attributes.map(({ id }) => ({ id, column: named(`attribute.${id}`) }));
  const draws = assignments.map(({ id }) => named(`assignment_draw.${id}`));
  const [outcome, baselineOutcome] = [named('outcome'), named('baseline_outcome')];
  return (index) => {
    if (!Number.isInteger(index) || index < 0 || index >= outcome.values.length) {
      throw new EngineError('invalid_argument', `There is no agent ${index}.`, { index });
    }
    const at = (column: Column) => column.values[index]!;
    const ownDraws = draws.map(at);
    return {
      index,
      attributeTable: { count: 1, columns: attributes.map(({ column }) => row(column, index)) },
      attributes: Object.fromEntries(
        attributes.map(({ id, column }) => [id, column.categories?.[at(column)] ?? at(column)]),
      ),
      draws: ownDraws,
      assigned: assignments.map(({ share }, k) => Uint8Array.of(Number(ownDraws[k]! < Number(scenario[share])))),
      outcome: at(outcome),
      baselineOutcome: at(baselineOutcome),
    };
  };
}

function row(column: Column, index: number): Column {
  return { ...column, values: column.values.subarray(index, index + 1) } as Column;
}
