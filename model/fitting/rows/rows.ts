import { type Column, emptyColumn } from '../../columns/column.js';
import type { AttributeTable } from '../../population/attribute-table.js';
import { type Scenario, hasCategories, type Indicator, type WorkflowDefinition } from '../../definition.js';
import { parameterNumber } from '../../equations/products/compile-products.js';
import type { EffectOptions } from '../../authoring/recipe/recipe.schema.js';

/** Values of the data rows in columns of the engine. */
export interface Rows {
  readonly count: number;
  /** Line of the file of each row. */
  readonly lines: Int32Array;
  /**
   * Attributes in the order of the definition; 0 if a row has no value (the first category if no term uses the
   * attribute).
   */
  readonly attributes: AttributeTable;
  /**
   * For each attribute, 1 in rows with a value; undefined if all rows have one. Without a column, all values are
   * unknown.
   */
  readonly known: readonly (Uint8Array | undefined)[];
  /** Assignment flags, by assignment. */
  readonly assigned: readonly Uint8Array[];
  readonly states: Readonly<Record<string, Float64Array>>;
  /** Distinct scenarios, and the scenario of each row. */
  readonly scenarios: readonly Scenario[];
  readonly scenarioOf: Int32Array;
  /** Outcome by name under `columns`: numbers, or positions in the outcomes for `outcome`. NaN if missing. */
  readonly outcomes: Readonly<Record<string, Float64Array>>;
  /** Weight of each row in means, and in the likelihood without `sampling`. Default: 1. */
  readonly weights: Float64Array | undefined;
  /** Sample by outcome: the likelihood corrects for it, while means use weights. */
  readonly sampling?: {
    /** Probability of being sampled, by outcome. */
    readonly probabilities: Float64Array;
    /** Weight of each row in the likelihood. Default: 1. */
    readonly weights: Float64Array | undefined;
  };
  /** Separate respondents that each row represents, if the weights are frequencies: the same numbers as `weights`. */
  readonly frequencies: Float64Array | undefined;
  /** Whether the weights are sampling weights, scaled to a mean of 1. */
  readonly isSampleWeighted: boolean;
  /** Whether clusters are groups of respondents, instead of single respondents. */
  readonly hasGroups: boolean;
  /** Respondent of each row, numbered from 0. */
  readonly respondents: Int32Array;
  /** Cluster of each row, numbered from 0. */
  readonly clusters: Int32Array;
  readonly train: Int32Array;
  readonly test: Int32Array;
}

/** Attributes of these rows, in this order; rows can repeat. */
export function attributesAt({ columns }: AttributeTable, rows: Int32Array): AttributeTable {
  return { count: rows.length, columns: columns.map((column) => columnAt(column, rows)) };
}

/** Values of a column in these rows. */
export function columnAt(column: Column, rows: Int32Array): Column {
  const selected = emptyColumn(column, rows.length);
  valuesAt(column.values, rows, selected.values);
  return selected;
}

/** Copies the values of these rows to `out` and returns it. */
export function valuesAt<Values extends { [at: number]: number }>(
  values: ArrayLike<number>,
  rows: ArrayLike<number>,
  out: Values,
): Values {
  for (let k = 0; k < rows.length; k++) out[k] = values[rows[k]!]!;
  return out;
}

/** The selected rows of each scenario, ascending. */
export function rowsByScenario({ scenarios, scenarioOf }: Rows, selected: Int32Array): Int32Array[] {
  const groups = scenarios.map((): number[] => []);
  for (const row of selected) groups[scenarioOf[row]!]!.push(row);
  return groups.map((rows) => Int32Array.from(rows));
}

/** A parameter with more values in the data is not an experiment with arms. */
const maxArms = 20;

/** The selected rows of each value of a parameter, in the order of the values. None unless there are 2 to 20 values. */
export function rowsByValue({ scenarios, scenarioOf }: Rows, selected: Int32Array, parameter: string) {
  const valueOf = (row: number) => scenarios[scenarioOf[row]!]![parameter]!;
  const values = [...new Set(Array.from(selected, valueOf))].sort((a, b) => (a < b ? -1 : 1));
  if (values.length < 2 || values.length > maxArms) return [];
  return values.map((value) => ({ value, rows: selected.filter((row) => valueOf(row) === value) }));
}

/** Weights of these rows; undefined if all are 1. */
export function weightsAt({ weights }: Rows, rows: Int32Array): Float64Array | undefined {
  return weights && valuesAt(weights, rows, new Float64Array(rows.length));
}

type RowFilter = (row: number) => boolean;

/** Filter of rows whose parameter has one of these options or is in this range. */
export function rowsOfOptions(
  { scenario }: WorkflowDefinition,
  { scenarios, scenarioOf }: Rows,
  parameter: string,
  options: EffectOptions,
): RowFilter {
  const isMet = scenarios.map((met) => {
    if (typeof options === 'object' && !Array.isArray(options))
      return inRange(parameterNumber(scenario.parameters, met, parameter), options);
    return [options].flat().includes(met[parameter] as never);
  });
  return (row) => isMet[scenarioOf[row]!]!;
}

/** Filter of rows for which an indicator is true. No row matches an indicator of a state. */
export function rowsOfIndicator(definition: WorkflowDefinition, rows: Rows, indicator: Indicator): RowFilter {
  if ('state' in indicator) return () => false;
  if ('parameter' in indicator)
    return rowsOfOptions(definition, rows, indicator.parameter, 'in' in indicator ? indicator.in : indicator);
  const position = definition.population.attributes.findIndex(({ id }) => id === indicator.attribute);
  const attribute = definition.population.attributes[position]!;
  const { values } = rows.attributes.columns[position]!;
  const isKnown: RowFilter = (row) => rows.known[position]?.[row] !== 0;
  if (!('in' in indicator)) return (row) => isKnown(row) && inRange(values[row]!, indicator);
  const codes = hasCategories(attribute)
    ? indicator.in.map((id) => attribute.categories.findIndex((one) => one.id === id))
    : [];
  return (row) => isKnown(row) && codes.includes(values[row]!);
}

function inRange(value: number, range: { at_least?: number | undefined; at_most?: number | undefined }): boolean {
  return value >= (range.at_least ?? -Infinity) && value <= (range.at_most ?? Infinity);
}

/** Text of options in the evidence. */
export function optionsText(options: EffectOptions): string {
  if (typeof options !== 'object') return String(options);
  if (Array.isArray(options)) return options.join(' or ');
  const parts = [
    ...(options.at_least === undefined ? [] : [`at least ${options.at_least}`]),
    ...(options.at_most === undefined ? [] : [`at most ${options.at_most}`]),
  ];
  return parts.join(' and ');
}
