import {
  type Attribute,
  hasCategories,
  type People,
  type PopulationDefinition,
  type Restriction,
} from '../definition/population.schema.js';
import { streamKey } from '../random/stream-key.js';
import { compilePopulation } from './compile-population.js';
import { effectiveCount, weightsOf } from './compiled-people.js';
import { packNumbers, unpackNumbers } from './packed-numbers.js';
import { compileRestriction, isInSegment } from './restricted-population.js';
import { samplePopulation } from './sample-population.js';

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
  const effective = effectiveCount(rows.map((row) => weights[row]!));
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
