import {
  type Attribute,
  type Evidence,
  hasCategories,
  isRandomized,
  type Parameter,
  traitsOf,
  type WorkflowDefinition,
} from '../../definition.js';
import type { Model } from '../fit-sample.js';
import type { Cell } from '../../authoring/recipe/cell.schema.js';
import type { CalibrationRecipe } from '../../authoring/recipe/parse-recipe.js';
import { nameOf } from '../rows/read-cell.js';
import { type BalanceTest, balanceTest, holmAdjusted } from './balance-test.js';
import { digits3, digits4 } from './round.js';

type Unbalanced = NonNullable<Evidence['unbalanced']>[number];

/** A true experiment is accused with at most this probability. */
const accusation = 0.01;
/** Of a parameter with more values, quarters of the values are compared. */
const maxArms = 20;
/** Arms with fewer rows are left out. */
const leastRows = 20;

/** A value of an attribute that the arms may differ in: a number, or 1 and 0 for a category. */
interface TestedValue {
  readonly attribute: Attribute;
  /** Position of the category. */
  readonly category?: number;
  readonly values: ArrayLike<number>;
  readonly known: Uint8Array | undefined;
  readonly column: string;
}

/** Arms of a parameter whose values were assigned at random. */
interface Assigned {
  readonly parameter: Parameter;
  readonly labels: readonly string[];
  readonly armOf: Int32Array;
}

/**
 * Attributes whose means differ between the values of a parameter that the data assigned at random, by more than chance: they were measured
 * after the assignment, which changed them, or the assignment was not random. Numbers and ordered categories are tested by their ranks, so that a few
 * large values do not decide, and each other category by its share. All tests of the data together accuse a true experiment with a probability of 1%.
 *
 * States that change between the rows of a respondent, such as its last action, are not tested: the assignment is meant to change them.
 *
 * @returns the attributes by p-value, smallest first
 */
export function unbalancedAttributes(recipe: CalibrationRecipe, model: Model): Unbalanced[] {
  const { definition, data } = recipe;
  const assigned = definition.scenario.parameters.flatMap((parameter) => armsOf(parameter, recipe, model) ?? []);
  if (assigned.length === 0) return [];
  const treatments = new Set(assigned.map(({ parameter: { id } }) => nameOf(assignedCell(id, data.columns))));
  const tested = testedValues(definition, model, data.columns).filter(({ column }) => !treatments.has(column));
  const isGrouped = (data.cluster ?? data.respondent) !== undefined;
  const { rows, responses, counts } = model;
  const one = { length: rows.count };
  // Rows without a group that count several responses are as many independent respondents.
  const frequencies = isGrouped ? (rows.frequencies ?? Array.from(one, () => 1)) : counts;
  const results = assigned.flatMap(({ parameter, labels, armOf }) =>
    tested.flatMap((own) => {
      const known = own.known ? armOf.map((arm, row) => (own.known![row] === 0 ? -1 : arm)) : armOf;
      const result = balanceTest({
        ...{ values: own.values, armOf: known, arms: labels.length },
        ...{ weights: responses, clusters: rows.clusters, frequencies },
      });
      return result ? { found: differenceOf(parameter, labels, own, result), p: result.p } : [];
    }),
  );
  const adjusted = holmAdjusted(results.map(({ p }) => p));
  const failed = results
    .map(({ found }, position) => ({ ...found, p: digits4(adjusted[position]!), tests: results.length }))
    .filter(({ p }) => p < accusation)
    .sort((a, b) => a.p - b.p || Math.abs(b.z) - Math.abs(a.z));
  const isFirst = ({ parameter, attribute }: Unbalanced, position: number) =>
    failed.findIndex((other) => other.parameter === parameter && other.attribute === attribute) === position;
  return failed.filter(isFirst);
}

function differenceOf(
  parameter: Parameter,
  labels: readonly string[],
  { attribute, category, column }: TestedValue,
  { pair, difference, z }: BalanceTest,
): Omit<Unbalanced, 'p' | 'tests'> {
  return {
    parameter: parameter.id,
    attribute: attribute.id,
    ...(category !== undefined && hasCategories(attribute) && { category: attribute.categories[category]!.id }),
    column,
    arms: [labels[pair[0]]!, labels[pair[1]]!],
    difference: digits4(difference),
    z: digits4(z),
  };
}

/** The arms of a randomized parameter; undefined for another parameter, and if the data do not vary it. */
function armsOf(parameter: Parameter, { definition, data }: CalibrationRecipe, model: Model): Assigned | undefined {
  const { rows } = model;
  // The designs of choice experiments adapt alternatives to the respondent: only an explicit statement means more.
  const isStated = definition.decision.family !== 'conditional_logit' || parameter.randomized === true;
  if (!isStated || !isRandomized(parameter, definition.evidence)) return undefined;
  const values = valuesOf(parameter, definition, model, data.columns);
  if (!values) return undefined;
  const distinct = [...new Set(values)].sort((a, b) => (a < b ? -1 : 1));
  const groupOf = distinct.length > maxArms ? quartersOf(values as number[]) : (value: number | string) => value;
  const keys = values.map(groupOf);
  const count = new Map<number | string, number>();
  for (const key of keys) count.set(key, (count.get(key) ?? 0) + 1);
  const arms = [...count.keys()].filter((key) => count.get(key)! >= leastRows);
  if (arms.length < 2) return undefined;
  const at = new Map(arms.map((key, position) => [key, position]));
  const options = new Map(traitsOf(parameter).options.map(({ id, label }) => [id, label]));
  return {
    parameter,
    labels: arms.map((key) => options.get(String(key)) ?? String(key)),
    armOf: Int32Array.from({ length: rows.count }, (_, row) => at.get(keys[row]!) ?? -1),
  };
}

type Columns = Readonly<Record<string, Cell>>;

/** The value of the parameter in each row. The attribute with the same id has the own value that a scenario adds to or multiplies. */
function valuesOf(
  { id }: Parameter,
  { population }: WorkflowDefinition,
  { rows }: Model,
  columns: Columns,
): (number | string)[] | undefined {
  if (`parameter.${id}` in columns)
    return Array.from({ length: rows.count }, (_, row) => rows.scenarios[rows.scenarioOf[row]!]![id]!);
  const position = population.attributes.findIndex((attribute) => attribute.id === id);
  return position >= 0 && `attribute.${id}` in columns
    ? Array.from(rows.attributes.columns[position]!.values)
    : undefined;
}

function assignedCell(id: string, columns: Columns): Cell {
  return (columns[`parameter.${id}`] ?? columns[`attribute.${id}`])!;
}

/** Function of a value: its quarter of all values. */
function quartersOf(values: readonly number[]): (value: number | string) => string {
  const sorted = values.toSorted((a, b) => a - b);
  const cuts = [...new Set([0.25, 0.5, 0.75].map((share) => sorted[Math.floor(share * (sorted.length - 1))]!))];
  const text = (position: number) =>
    position === 0
      ? `up to ${digits3(cuts[0]!)}`
      : position === cuts.length
        ? `over ${digits3(cuts.at(-1)!)}`
        : `over ${digits3(cuts[position - 1]!)} to ${digits3(cuts[position]!)}`;
  const texts = Array.from({ length: cuts.length + 1 }, (_, position) => text(position));
  return (value) => texts[cuts.filter((cut) => cut < Number(value)).length]!;
}

function testedValues({ population }: WorkflowDefinition, { rows }: Model, columns: Columns): TestedValue[] {
  return population.attributes.flatMap((attribute, position): TestedValue[] => {
    const cell = columns[`attribute.${attribute.id}`];
    if (!cell) return [];
    const { values } = rows.attributes.columns[position]!;
    const own = { attribute, known: rows.known[position], column: nameOf(cell) };
    if (!hasCategories(attribute) || attribute.type === 'ordinal') return [{ ...own, values: ranksOf(values) }];
    const tested = attribute.categories.length === 2 ? [1] : [...attribute.categories.keys()];
    return tested.map((category) => ({
      ...own,
      category,
      values: Uint8Array.from(values, (code) => Number(code === category)),
    }));
  });
}

/** Rank of each value; equal values have the same one. */
function ranksOf(values: ArrayLike<number>): Float64Array {
  const counts = new Map<number, number>();
  for (let row = 0; row < values.length; row++) counts.set(values[row]!, (counts.get(values[row]!) ?? 0) + 1);
  let below = 0;
  const rankOf = new Map<number, number>();
  for (const value of [...counts.keys()].sort((one, other) => one - other)) {
    const count = counts.get(value)!;
    rankOf.set(value, below + (count + 1) / 2);
    below += count;
  }
  return Float64Array.from(values, (value) => rankOf.get(value)!);
}
