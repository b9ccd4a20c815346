import { type Column } from '../../engine/columns/column.js';
import { type AttributeTable } from '../../engine/population/attribute-table.js';
import { type Scenario } from '../../engine/definition/scenario.schema.js';

/** What the rows of the data say, in the engine's own columns. */
export interface Rows {
  readonly count: number;
  /** The line of the file on which each row stands. */
  readonly lines: Int32Array;
  /** Attributes in the order of the definition; 0 where a row says nothing (the first category where no term asks). */
  readonly people: AttributeTable;
  /** By attribute, 1 where the row says something; nothing where all do. An attribute that no column gives is known of nobody. */
  readonly known: readonly (Uint8Array | undefined)[];
  /** By assignment. */
  readonly assigned: readonly Uint8Array[];
  readonly states: Readonly<Record<string, Float64Array>>;
  /** Each scenario that occurs, and which one each row met. */
  readonly scenarios: readonly Scenario[];
  readonly scenarioOf: Int32Array;
  /** What happened, by the name under `columns`: numbers; positions among the outcomes for `outcome`; NaN where the data do not say. */
  readonly outcomes: Readonly<Record<string, Float64Array>>;
  /** For how many people each row stands; 1 when absent. */
  readonly weights: Float64Array | undefined;
  /** Whose each row is, numbered from 0. */
  readonly respondents: Int32Array;
  /** Within what answers go together, numbered from 0. */
  readonly clusters: Int32Array;
  readonly train: Int32Array;
  readonly test: Int32Array;
}

/** People of these rows, in that order, as often as they are named. */
export function peopleAt({ columns }: AttributeTable, rows: Int32Array): AttributeTable {
  return { count: rows.length, columns: columns.map((column) => columnAt(column, rows)) };
}

/** The values of a column in these rows. */
export function columnAt(column: Column, rows: Int32Array): Column {
  switch (column.type) {
    case 'category':
      return {
        ...column,
        values:
          column.values instanceof Uint8Array
            ? taken(column.values, rows, new Uint8Array(rows.length))
            : taken(column.values, rows, new Uint16Array(rows.length)),
      };
    case 'float64':
      return { ...column, values: taken(column.values, rows, new Float64Array(rows.length)) };
    case 'int32':
      return { ...column, values: taken(column.values, rows, new Int32Array(rows.length)) };
    case 'bool':
      return { ...column, values: taken(column.values, rows, new Uint8Array(rows.length)) };
  }
}

/** The values of these rows. */
export function taken<Values extends { [at: number]: number }>(
  values: ArrayLike<number>,
  rows: ArrayLike<number>,
  out: Values,
): Values {
  for (let k = 0; k < rows.length; k++) out[k] = values[rows[k]!]!;
  return out;
}

/** The rows that met each scenario, of those asked about, in rising order. */
export function rowsByScenario({ scenarios, scenarioOf }: Rows, asked: Int32Array): Int32Array[] {
  const groups = scenarios.map((): number[] => []);
  for (const row of asked) groups[scenarioOf[row]!]!.push(row);
  return groups.map((rows) => Int32Array.from(rows));
}

/** For how many people these rows stand; nothing where each stands for one. */
export function weightsAt({ weights }: Rows, rows: Int32Array): Float64Array | undefined {
  return weights && taken(weights, rows, new Float64Array(rows.length));
}
