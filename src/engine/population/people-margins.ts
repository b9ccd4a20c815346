import {
  type Attribute,
  hasCategories,
  type NumericAttribute,
  type People,
  type PopulationDefinition,
} from '../definition/population.schema.js';
import { weightsOf } from './compiled-people.js';
import { cumulativeOf } from './cumulative.js';
import { unpackNumbers } from './packed-numbers.js';

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
