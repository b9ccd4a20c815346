import type { Column } from '../../columns/column.js';
import {
  type Attribute,
  baselineScenario,
  hasCategories,
  type Parameter,
  type Scenario,
  traitsOf,
  type WorkflowDefinition,
} from '../../definition.js';
import { familyOf } from '../../families/family-of.js';
import { attributeColumn } from '../../population/attribute-table.js';
import { numberLabels } from '../covariance.js';
import { fitOf } from '../fit-of.js';
import type { CalibrationRecipe } from '../../authoring/recipe/parse-recipe.js';
import type { RecipeData } from '../../authoring/recipe/recipe.schema.js';
import { DataIssues } from '../../authoring/spec-error.js';
import { requiredColumnsOf } from '../../authoring/recipe/check-columns.js';
import { nameOf, numberOf, readCells, type Reader, type Value } from './read-cell.js';
import type { Rows } from './rows.js';
import { splitOf, selectRows } from './select-rows.js';
import { columnOf, type Table } from './table.js';

const emptyMessage = 'is empty, but a term requires it: drop such rows (drop_when_missing) or set a value (if_missing)';

const noCategoryMessage = 'has no category, but a term requires one: add a category for these rows, such as "unknown"';

/**
 * Reads every row of the data as the recipe describes.
 *
 * @throws DataError with line and column of values that cannot be read
 */
export function readRows(recipe: CalibrationRecipe, file: Table): Rows {
  const { definition, data } = recipe;
  const issues = new DataIssues();
  const table = selectRows(recipe, file);
  const reader: Reader = { table, missing: new Set(data.missing), issues };
  const lines = Int32Array.from(table.lines);
  const read = (name: string): CellValues | undefined => {
    const cell = data.columns[name];
    if (!cell) return undefined;
    const source = nameOf(cell);
    return {
      values: readCells(cell, reader),
      numberAt: (value, row) => numberOf(value, source, row, reader),
      addIssue: (row, message) => issues.add(lines[row]!, source, message),
    };
  };

  const needed = requiredColumnsOf(definition.decision);
  const columns = definition.population.attributes.map((attribute) => {
    const name = `attribute.${attribute.id}`;
    const cell = read(name);
    if (!cell) return { column: attributeColumn(attribute, lines.length), known: new Uint8Array(lines.length) };
    return readAttribute(attribute, cell, needed.has(name));
  });
  const varying = definition.scenario.parameters.flatMap((parameter) => {
    const cell = read(`parameter.${parameter.id}`);
    return cell ? { id: parameter.id, values: readParameter(parameter, cell) } : [];
  });
  const assigned = definition.scenario.assignments.map(({ id }) => {
    const cell = read(`assignment.${id}`);
    return cell ? readFlags(cell) : new Uint8Array(lines.length);
  });
  const named = (prefix: string) => Object.keys(data.columns).filter((name) => name.startsWith(prefix));
  const states = Object.fromEntries(
    named('state.').map((name) => [name.slice('state.'.length), numbersOf(read(name)!)]),
  );
  const fit = fitOf(definition.decision);
  const further = new Set(fit.furtherOutcomes?.(definition.decision));
  const isCategory = (name: string) => further.has(name) || (name === 'outcome' && !fit.outcomeIsNumber);
  const outcomes = Object.fromEntries(
    named('outcome').map((name) => {
      const cell = read(name)!;
      return [name, isCategory(name) ? readOutcome(definition, cell, further.has(name)) : numbersOf(cell)];
    }),
  );
  const weights = data.weight === undefined ? undefined : readWeights(data.weight, data.weight_kind, reader);
  const sampling = data.sampling && samplingOf(definition, data.sampling);
  const group = data.cluster ?? data.respondent;
  const { train, test } = splitOf(data.split, reader, group === undefined ? undefined : columnOf(table, group));
  issues.throwIfAny();

  const respondents = data.respondent ? numberLabels(columnOf(table, data.respondent)) : Int32Array.from(lines.keys());
  return {
    count: lines.length,
    lines,
    attributes: { count: lines.length, columns: columns.map(({ column }) => column) },
    known: columns.map(({ known }) => known),
    assigned,
    states,
    ...scenariosOf(baselineScenario(definition), varying, lines.length),
    outcomes,
    ...weightsOf(weights, data.weight_kind, sampling, outcomes.outcome),
    frequencies: data.weight_kind === 'frequency' ? weights : undefined,
    isSampleWeighted: sampling !== undefined || (weights !== undefined && data.weight_kind === 'sampling'),
    hasGroups: data.cluster !== undefined,
    respondents,
    clusters: data.cluster ? numberLabels(columnOf(table, data.cluster)) : respondents,
    train,
    test,
  };
}

/** Values of a cell of the recipe in all rows. */
interface CellValues {
  readonly values: readonly Value[];
  /** Number of a value of a row. Adds an issue and returns NaN if it is not a number. */
  readonly numberAt: (value: string | number, row: number) => number;
  readonly addIssue: (row: number, message: string) => void;
}

function numbersOf({ values, numberAt }: CellValues): Float64Array {
  return Float64Array.from(values, (value, row) =>
    value === null || value === undefined ? NaN : numberAt(value, row),
  );
}

function readAttribute(
  attribute: Attribute,
  { values, numberAt, addIssue }: CellValues,
  isNeeded: boolean,
): { column: Column; known: Uint8Array | undefined } {
  const column = attributeColumn(attribute, values.length);
  const known = new Uint8Array(values.length).fill(1);
  const codes = new Map(column.categories?.map((id, code) => [id, code]));
  values.forEach((value, row) => {
    if (value === null || value === undefined) {
      known[row] = 0;
      if (isNeeded && value === undefined) addIssue(row, emptyMessage);
      else if (isNeeded && codes.size > 0) addIssue(row, noCategoryMessage);
    } else if (hasCategories(attribute)) {
      const code = codes.get(String(value));
      if (code === undefined)
        addIssue(row, `"${value}" is not a category of ${attribute.id}: ${[...codes.keys()].join(', ')}`);
      else column.values[row] = code;
    } else {
      const number = numberAt(value, row);
      if (attribute.type === 'integer' && (number | 0) !== number)
        addIssue(row, `${value} is not a whole number, but ${attribute.id} is an integer attribute`);
      column.values[row] = number;
    }
  });
  return { column, known: known.includes(0) ? known : undefined };
}

function readParameter(parameter: Parameter, { values, numberAt, addIssue }: CellValues): (number | string)[] {
  const options = new Set(traitsOf(parameter).options.map(({ id }) => id));
  return values.map((value, row) => {
    if (value === undefined) addIssue(row, emptyMessage);
    if (value === null || value === undefined) return parameter.default;
    if (options.size === 0) return numberAt(value, row);
    if (!options.has(String(value)))
      addIssue(row, `"${value}" is not an option of ${parameter.id}: ${[...options].join(', ')}`);
    return String(value);
  });
}

function readFlags(cell: CellValues): Uint8Array {
  return Uint8Array.from(numbersOf(cell), (value, row) => {
    if (value !== 0 && value !== 1) cell.addIssue(row, `must be 1 or 0; the value is ${value}`);
    return value;
  });
}

/** Position of each value in the outcomes of the decision; -1 if it is empty. */
function readOutcome(
  { decision }: WorkflowDefinition,
  { values, addIssue }: CellValues,
  canBeEmpty: boolean,
): Float64Array {
  const ids = familyOf(decision)
    .outcomes(decision)
    .map(({ id }) => id);
  return Float64Array.from(values, (value, row) => {
    const code = ids.indexOf(String(value));
    const isEmpty = value === null || value === undefined;
    if (code < 0 && !(canBeEmpty && isEmpty))
      addIssue(row, isEmpty ? 'is empty' : `"${value}" is not an outcome: ${ids.join(', ')}`);
    return code;
  });
}

function readWeights(column: string, kind: RecipeData['weight_kind'], reader: Reader): Float64Array {
  return Float64Array.from(columnOf(reader.table, column), (text, row) => {
    const weight = numberOf(text.trim(), column, row, reader);
    if (weight < 0)
      reader.issues.add(reader.table.lines[row]!, column, `a weight must be at least 0; the value is ${weight}`);
    if (kind === 'frequency' && !Number.isInteger(weight))
      reader.issues.add(
        reader.table.lines[row]!,
        column,
        `a frequency must be a whole number; the value is ${weight}. For survey weights, use "weight_kind": "sampling"`,
      );
    return weight;
  });
}

/** Probability of being sampled, by outcome. */
function samplingOf({ decision }: WorkflowDefinition, sampling: Readonly<Record<string, number>>): Float64Array {
  return Float64Array.from(familyOf(decision).outcomes(decision), ({ id }) => sampling[id]!);
}

/** Weights of the rows. In means, each row also counts inversely to the probability that its outcome was sampled. */
function weightsOf(
  given: Float64Array | undefined,
  kind: RecipeData['weight_kind'],
  probabilities: Float64Array | undefined,
  outcomes: Float64Array | undefined,
): Pick<Rows, 'weights' | 'sampling'> {
  const weights = given && kind === 'sampling' ? withMeanOne(given) : given;
  if (!probabilities || !outcomes) return { weights };
  const inMeans = Float64Array.from(outcomes, (outcome, row) => (weights?.[row] ?? 1) / (probabilities[outcome] ?? 1));
  return { weights: withMeanOne(inMeans), sampling: { probabilities, weights } };
}

/** Weights with a mean of 1, because the unit of sampling weights has no meaning. */
function withMeanOne(weights: Float64Array): Float64Array {
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
  return weights.map((weight) => weight / mean);
}

function scenariosOf(
  baseline: Scenario,
  varying: readonly { id: string; values: readonly (number | string)[] }[],
  count: number,
): Pick<Rows, 'scenarios' | 'scenarioOf'> {
  const scenarios: Scenario[] = [];
  const indexByKey = new Map<string, number>();
  const scenarioOf = new Int32Array(count);
  for (let row = 0; row < count; row++) {
    const own = varying.map(({ id, values }) => [id, values[row]!] as const);
    const key = JSON.stringify(own);
    const known = indexByKey.get(key);
    scenarioOf[row] = known ?? scenarios.length;
    if (known !== undefined) continue;
    indexByKey.set(key, scenarios.length);
    scenarios.push({ ...baseline, ...Object.fromEntries(own) });
  }
  return { scenarios, scenarioOf };
}
