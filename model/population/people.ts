import type { Column } from '../columns/column.js';
import {
  type Attribute,
  hasCategories,
  type People,
  type PopulationDefinition,
  type Restriction,
  type NumericAttribute,
} from '../definition/population.schema.js';
import { streamKey } from '../random/stream-key.js';
import { compilePopulation } from './compile-population.js';
import { effectiveCount, weightsOf } from './compiled-people.js';
import { packNumbers, unpackNumbers } from './packed-numbers.js';
import { compileRestriction, isInSegment } from './restricted-population.js';
import { samplePopulation } from './sample-population.js';
import { sumOf } from '../math/linear-algebra.js';
import { cumulativeOf } from './quantile-function.js';
import { canonicalDigest } from '../definition/definition-digest.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';

/** The columns of a simulation that depend on its definition and seed only, and not on the scenario: attributes and draws of assignments. */
export function peopleOf(columns: readonly Column[]): Column[] {
  return columns.filter(({ name }) => /^(attribute|assignment_draw)\./.test(name));
}

/** Agents that measure the share of a segment without a closed form. A share of 0.1% then has a relative standard error of 7%. */
const maxMeasuredAgents = 200_000;
/** A relative standard error of 2%. */
const sufficientMatches = 2_500;
const chunkSize = 10_000;

/** Share of the agents that match all conditions: exact for rows and for attributes of one table of cells, else measured with random agents. */
export function segmentShare(population: PopulationDefinition, conditions: Restriction['conditions']): number {
  const { attributes, people } = population;
  if (people) return shareOfRows(people, attributes, conditions);
  const exact = exactShare(population, conditions);
  if (exact !== undefined) return exact;
  const restriction = compileRestriction(conditions, attributes);
  const compiled = compilePopulation({ ...population, restriction: undefined });
  const key = streamKey(0, 'share of a segment');
  let matches = 0;
  let from = 0;
  for (; from < maxMeasuredAgents && matches < sufficientMatches; from += chunkSize) {
    const { columns, count } = samplePopulation(compiled, key, from, from + chunkSize);
    for (let row = 0; row < count; row++) matches += Number(isInSegment(restriction, columns, row));
  }
  return matches / from;
}

/** The rows that match all conditions, with their weights. */
export function selectSegment(
  people: People,
  attributes: readonly Attribute[],
  conditions: Restriction['conditions'],
): People {
  const rows = matchingRows(people, attributes, conditions);
  const weights = weightsOf(people);
  const own = rows.map((row) => weights[row]!);
  // A row of respondents can represent many.
  const isSample = people.origin === 'respondents' && people.effective_count !== null;
  const effective = isSample ? Math.max(1, people.effective_count! * sumOf(own)) : effectiveCount(own);
  const select = (numbers: ArrayLike<number>) => packNumbers(rows.map((row) => numbers[row]!));
  return {
    ...people,
    count: rows.length,
    effective_count: people.effective_count === null ? null : effective,
    columns: people.columns.map((column) => ({ attribute: column.attribute, ...select(unpackNumbers(column)) })),
    ...(people.weights && { weights: select(unpackNumbers(people.weights)) }),
  };
}

function shareOfRows(people: People, attributes: readonly Attribute[], conditions: Restriction['conditions']): number {
  const weights = weightsOf(people);
  return matchingRows(people, attributes, conditions).reduce((sum, row) => sum + weights[row]!, 0);
}

function matchingRows(
  people: People,
  attributes: readonly Attribute[],
  conditions: Restriction['conditions'],
): number[] {
  const restriction = compileRestriction(conditions, attributes);
  const columns = attributes.map(({ id }) => ({
    values: unpackNumbers(people.columns.find(({ attribute }) => attribute === id)!),
  }));
  return Array.from({ length: people.count }, (_, row) => row).filter((row) => isInSegment(restriction, columns, row));
}

/** Share of a segment with conditions on one attribute with categories, or on attributes of the joint table. Else undefined. */
function exactShare(
  { attributes, joint }: PopulationDefinition,
  conditions: Restriction['conditions'],
): number | undefined {
  const wanted = conditions.map(({ attribute: id, groups }) => {
    const attribute = attributes.find((one) => one.id === id)!;
    const codes = hasCategories(attribute)
      ? attribute.categories.flatMap((category, code) => (groups.includes(category.id) ? [code] : []))
      : undefined;
    return { attribute, codes, position: joint?.attributes.indexOf(id) ?? -1 };
  });
  if (joint && wanted.every(({ codes, position }) => codes && position >= 0)) {
    return joint.cells.reduce(
      (sum, cell, k) =>
        wanted.every(({ codes, position }) => codes!.includes(cell[position]!)) ? sum + joint.probabilities[k]! : sum,
      0,
    );
  }
  const [only] = wanted;
  if (wanted.length !== 1 || !only?.codes || !hasCategories(only.attribute)) return undefined;
  const { categories } = only.attribute;
  return only.codes.reduce((sum, code) => sum + categories[code]!.probability, 0);
}

/** Distribution of an attribute in rows of people, compared with the fitted population. */
export interface PeopleMargin {
  readonly attribute: Attribute;
  /** The attribute with the distribution of the rows. */
  readonly observed: Attribute;
  /** Total variation distance of categories; Kolmogorov-Smirnov distance of numbers: 0 for equal distributions, at most 1. */
  readonly distance: number;
}

/** Points of the quantile functions of people: every percent. */
const quantileSteps = 100;

/** The distribution of each attribute in the rows. */
export function peopleMargins({ attributes }: PopulationDefinition, people: People): PeopleMargin[] {
  const weights = weightsOf(people);
  return attributes.map((attribute) => {
    const values = unpackNumbers(people.columns.find((column) => column.attribute === attribute.id)!);
    return hasCategories(attribute)
      ? categoryMargin(attribute, values, weights)
      : numberMargin(attribute, values, weights);
  });
}

function categoryMargin(
  attribute: Extract<Attribute, { categories: unknown }>,
  codes: ArrayLike<number>,
  weights: Float64Array,
): PeopleMargin {
  const shares = new Float64Array(attribute.categories.length);
  for (let row = 0; row < weights.length; row++) shares[codes[row]!]! += weights[row]!;
  const categories = attribute.categories.map((category, code) => ({
    ...category,
    probability: Math.min(1, shares[code]!),
  }));
  const differences = attribute.categories.map(({ probability }, code) => Math.abs(probability - shares[code]!));
  const distance = differences.reduce((sum, difference) => sum + difference, 0) / 2;
  return { attribute, observed: { ...attribute, categories }, distance };
}

function numberMargin(attribute: NumericAttribute, values: ArrayLike<number>, weights: Float64Array): PeopleMargin {
  const rows = Uint32Array.from(weights.keys()).sort((a, b) => values[a]! - values[b]!);
  const cumulativeAt = cumulativeOf(attribute);
  const probabilities = Array.from({ length: quantileSteps + 1 }, (_, step) => step / quantileSteps);
  const quantiles: number[] = [values[rows[0]!]!];
  let [total, distance] = [0, 0];
  rows.forEach((row, position) => {
    const value = values[row]!;
    const isFirst = position === 0 || values[rows[position - 1]!]! < value;
    const isLast = position === rows.length - 1 || values[rows[position + 1]!]! > value;
    const [below, upTo] = isFirst || isLast ? cumulativeAt(value) : [0, 0];
    if (isFirst) distance = Math.max(distance, Math.abs(total - below));
    total += weights[row]!;
    if (isLast) distance = Math.max(distance, Math.abs(total - upTo));
    while (quantiles.length < quantileSteps && total >= probabilities[quantiles.length]! - 1e-12) quantiles.push(value);
  });
  const greatest = values[rows.at(-1)!]!;
  while (quantiles.length <= quantileSteps) quantiles.push(greatest);
  return {
    attribute,
    observed: { ...attribute, quantiles: { probabilities, values: quantiles } },
    distance: Math.min(1, distance),
  };
}

/** A definition without the rows of its respondents. */
export interface WithoutRows {
  readonly definition: WorkflowDefinition;
  /** The rows; undefined if the definition has none. */
  readonly people?: People;
}

/** Separates the rows of the respondents from a definition, which then names them by their digest. */
export function withoutRows(definition: WorkflowDefinition): WithoutRows {
  const { people, ...population } = definition.population;
  if (people?.origin !== 'respondents') return { definition };
  const sample = population.sample ?? { digest: canonicalDigest(people), count: people.count };
  return { definition: { ...definition, population: { ...population, sample } }, people };
}

/** Adds the rows that a definition names: all, or those of its segment. */
export function withRows(definition: WorkflowDefinition, all: People): WorkflowDefinition {
  const { population } = definition;
  const { attributes, restriction } = population;
  const people = restriction ? selectSegment(all, attributes, restriction.conditions) : all;
  return { ...definition, population: { ...population, people } };
}

/** Whether a definition names rows that it does not have. Without them, its agents are synthetic. */
export const lacksRows = ({ population: { sample, people } }: WorkflowDefinition): boolean =>
  sample !== undefined && people === undefined;

/** The definition with agents of the fitted distribution, after the rows were deleted. */
export function withSyntheticAgents(definition: WorkflowDefinition): WorkflowDefinition {
  const population = { ...definition.population };
  delete population.people;
  delete population.sample;
  return { ...definition, population };
}
