import {
  type Attribute,
  type CategoryAttribute,
  EngineError,
  type JointTable,
  type PopulationDefinition,
} from '../../definition.js';
import { fitCopula, type RankCurves } from './fit-copula.js';
import {
  countCells,
  fitQuantiles,
  hasCodes,
  jointTable,
  type ObservedAttribute,
  type ObservedCategories,
  type ObservedNumbers,
  type ObservedPopulation,
  type Pooling,
  roundedShares,
} from './fit-margins.js';
import { cellMeans, latentOrder } from './latent-order.js';
import { pooledTotals, pooledValues } from './pooled-values.js';
import {
  countsOf,
  distributionOf,
  middleRanks,
  quantileTableCells,
  rankColumn,
  type RankedColumn,
  type RankSteps,
  rankSteps,
} from './ranks.js';

/**
 * Population of a definition, estimated from respondents: the margin of each attribute, the joint table if requested,
 * and the Gaussian copula that reproduces the observed rank correlations.
 *
 * Missing values are excluded from their margin and from their pairs. A pair that is never observed together is
 * independent. The joint table reproduces its combinations exactly, but the copula connects it to the other attributes
 * by a single number. Attributes with separate effects on the others therefore fit better outside the joint table.
 *
 * @param curves rank curves of an earlier fit to the same attributes; the fit adds its own
 * @throws EngineError `invalid_argument` if columns differ in length, contain an unknown code, or have no known value
 */
export function fitPopulation(observed: ObservedPopulation, curves?: RankCurves): PopulationDefinition {
  const { about, attributes, weights } = observed;
  checkColumns(observed);
  const latents = latentVariablesOf(observed);
  const byId = new Map(latents.flatMap((latent) => latent.attributes.map((attribute) => [attribute.id, attribute])));
  const joint = latents[0]?.joint;
  return {
    ...about,
    attributes: attributes.map(({ id }) => byId.get(id)!),
    ...(joint ? { joint } : {}),
    ...(latents.length > 1 ? { correlation: fitCopula(latents, weights, curves) } : {}),
  };
}

function membersOf({ attributes, joint = [] }: ObservedPopulation): ObservedCategories[] {
  return joint.map((id) => {
    const member = attributes.find(
      (attribute): attribute is ObservedCategories => attribute.id === id && hasCodes(attribute),
    );
    if (!member)
      throw invalid(`"${id}" cannot be part of a joint table, because it is not an attribute with categories.`);
    return member;
  });
}

function checkColumns({ attributes, weights }: ObservedPopulation): void {
  const rows = weights?.length ?? (attributes[0] ? valuesOf(attributes[0]).length : 0);
  if (weights && firstOf(weights, (weight) => !(weight >= 0 && weight < Infinity)) !== undefined) {
    throw invalid('Weights must be finite numbers of at least 0.');
  }
  for (const attribute of attributes) {
    const { id } = attribute;
    const column = valuesOf(attribute);
    if (column.length !== rows) throw invalid(`"${id}" has ${column.length} rows, but other columns have ${rows}.`);
    checkValues(attribute);
    // A code of an unknown value is -1, a number NaN.
    const isKnown = hasCodes(attribute) ? (value: number) => value >= 0 : (value: number) => !Number.isNaN(value);
    let row = 0;
    while (row < rows && !(isKnown(column[row]!) && (weights?.[row] ?? 1) > 0)) row++;
    if (row === rows) throw invalid(`"${id}" has no known value.`);
  }
}

const valuesOf = (attribute: ObservedAttribute) => (hasCodes(attribute) ? attribute.codes : attribute.values);

function checkValues(attribute: ObservedAttribute): void {
  const { id } = attribute;
  if (hasCodes(attribute)) {
    const { length } = attribute.categories;
    const wrong = firstOf(attribute.codes, (code) => !Number.isInteger(code) || code >= length);
    if (wrong !== undefined)
      throw invalid(`"${id}" has the code ${wrong}, which is not one of its ${length} categories.`);
    return;
  }
  const isWrong =
    attribute.type === 'integer'
      ? (value: number) => (value | 0) !== value
      : (value: number) => !Number.isFinite(value);
  const wrong = firstOf(attribute.values, (value) => !Number.isNaN(value) && isWrong(value));
  if (wrong !== undefined) throw invalid(`"${id}" has the value ${wrong}, which is not ${attribute.type}.`);
}

/** First value that meets a condition. It copies no array: a calibration checks the columns hundreds of times. */
function firstOf(values: ArrayLike<number>, condition: (value: number) => boolean): number | undefined {
  for (let row = 0; row < values.length; row++) if (condition(values[row]!)) return values[row];
  return undefined;
}

function invalid(message: string): EngineError {
  return new EngineError('invalid_argument', message);
}

/** One latent variable of an agent and the data it determines: an attribute or the joint table. */
interface LatentVariable {
  /** Attributes of the definition that it determines. */
  readonly attributes: readonly Attribute[];
  readonly joint?: JointTable;
  /** Value of each row, or the position of its cell in the latent order. */
  readonly column: RankedColumn;
  readonly steps: RankSteps;
}

/** Latent variables of a population: the joint table first, then the other attributes in their order. */
function latentVariablesOf(observed: ObservedPopulation): LatentVariable[] {
  const { attributes, joint: ids = [], weights, pooling } = observed;
  const members = membersOf(observed);
  const others = attributes.filter(({ id }) => !ids.includes(id));
  const counted = members.length > 0 ? countCells(members, weights) : undefined;
  const cells = [
    ...(counted ? [{ codes: counted.codes, free: counted.cells.length }] : []),
    ...others.map((own) => {
      if (!hasCodes(own)) return { numbers: own.values };
      const { type, codes, categories } = own;
      return { codes, ...(type === 'categorical' && categories.length > 2 && { free: categories.length }) };
    }),
  ];
  const orders = latentOrders(cells, weights);
  const latents = others.map((own, k) => {
    const order = orders[counted ? k + 1 : k];
    return hasCodes(own) ? categoryLatent(own, order, weights, pooling) : numberLatent(own, weights, pooling);
  });
  if (!counted) return latents;
  const joint = jointTable(ids, counted, orders[0]!);
  return [
    {
      joint,
      attributes: members.map((member, place) => marginOf(member, place, joint)),
      column: rankColumn(placesOf(counted.codes, orders[0]!), weights),
      steps: rankSteps(joint.probabilities),
    },
    ...latents,
  ];
}

/** Two rounds, because the best order of one attribute depends on the orders of the others. */
const orderingRounds = 2;

/** Cells of each latent variable, or its numbers. `free` is the number of cells without a natural order. */
type Cells = { readonly codes: ArrayLike<number>; readonly free?: number } | { readonly numbers: ArrayLike<number> };

function latentOrders(variables: readonly Cells[], weights?: ArrayLike<number>): (number[] | undefined)[] {
  const orders: (number[] | undefined)[] = variables.map(() => undefined);
  const ranks = variables.map((own) =>
    middleRanks(
      'numbers' in own ? own.numbers : Float64Array.from(own.codes, (code) => (code < 0 ? NaN : code)),
      weights,
    ),
  );
  for (let round = 0; round < orderingRounds; round++) {
    variables.forEach((own, k) => {
      if ('numbers' in own || own.free === undefined) return;
      const others = ranks.filter((_, other) => other !== k);
      const order = latentOrder(cellMeans(own.codes, own.free, others, weights));
      orders[k] = order;
      ranks[k] = middleRanks(placesOf(own.codes, order), weights);
    });
  }
  return orders;
}

function categoryLatent(
  observed: ObservedCategories,
  order: readonly number[] | undefined,
  weights?: ArrayLike<number>,
  pooling?: Pooling,
): LatentVariable {
  const { categories, codes } = observed;
  const positions = Float64Array.from(categories.keys());
  const totals = countsOf(codes, positions, (row) => weights?.[row] ?? 1);
  const shown = pooling
    ? pooledTotals(
        totals,
        countsOf(codes, positions, (row) => pooling.respondents[row]!),
        pooling.minimum,
      )
    : totals;
  const places = order ?? categories.map((_, code) => code);
  const isNatural = places.every((code, place) => code === place);
  const attribute = withShares(observed, shown);
  return {
    attributes: [isNatural ? attribute : { ...attribute, latent_order: places.map((code) => categories[code]!.id) }],
    column: rankColumn(placesOf(codes, places), weights),
    steps: rankSteps(places.map((code) => attribute.categories[code]!.probability)),
  };
}

function numberLatent(
  { type, id, label, unit, values }: ObservedNumbers,
  weights?: ArrayLike<number>,
  pooling?: Pooling,
): LatentVariable {
  const exact = distributionOf(values, weights);
  const respondents = pooling && countsOf(values, exact.values, (row) => pooling.respondents[row]!);
  const data = respondents ? pooledValues(exact, respondents, pooling.minimum, type === 'integer') : exact;
  const quantiles = fitQuantiles(type, data);
  return {
    attributes: [{ type, id, label, unit, quantiles }],
    column: rankColumn(values, weights),
    steps: rankSteps(quantileTableCells({ type, quantiles })),
  };
}

/** Attribute of the joint table, with the sums of the cells as its margin. */
function marginOf(member: ObservedCategories, place: number, joint: JointTable): Attribute {
  const sums = new Float64Array(member.categories.length);
  joint.cells.forEach((cell, k) => (sums[cell[place]!]! += joint.probabilities[k]!));
  return withShares(member, sums);
}

/** The attribute with the share of each category. */
function withShares(
  { type, id, label, unit, categories }: ObservedCategories,
  totals: Float64Array,
): CategoryAttribute {
  const shares = roundedShares(totals);
  return {
    type,
    id,
    label,
    ...(unit === undefined ? {} : { unit }),
    categories: categories.map((category, code) => ({ ...category, probability: shares[code]! })),
  };
}

/** Codes as positions in an order; NaN if unknown. */
function placesOf(codes: ArrayLike<number>, order: readonly number[]): Float64Array {
  const places = new Float64Array(order.length);
  order.forEach((code, place) => (places[code] = place));
  const ofRows = new Float64Array(codes.length).fill(NaN);
  for (let row = 0; row < codes.length; row++) if (codes[row]! >= 0) ofRows[row] = places[codes[row]!]!;
  return ofRows;
}
