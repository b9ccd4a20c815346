import type { Attribute, JointTable } from '../../definition.js';
import { countCells, jointTable, roundedShares } from './fit-joint.js';
import { fitQuantiles } from './fit-quantiles.js';
import {
  rankSteps,
  quantileTableCells,
  type RankSteps,
  distributionOf,
  middleRanks,
  rankColumn,
  type RankedColumn,
} from './ranks.js';
import { cellMeans, latentOrder } from './latent-order.js';
import { hasCodes, type ObservedAttribute, type ObservedCategories, type ObservedNumbers } from './rank-curve.js';

/** One latent variable of an agent and the data it determines: an attribute or the joint table. */
export interface LatentVariable {
  /** Attributes of the definition that it determines. */
  readonly attributes: readonly Attribute[];
  readonly joint?: JointTable;
  /** Value of each row, or the position of its cell in the latent order. */
  readonly column: RankedColumn;
  readonly steps: RankSteps;
}

/** Codes of cells without a natural order. */
interface FreeCells {
  readonly codes: ArrayLike<number>;
  readonly count: number;
}

/** Attributes of the joint table, and the other attributes. */
export interface GroupedAttributes {
  readonly members: readonly ObservedCategories[];
  readonly others: readonly ObservedAttribute[];
}

/**
 * Latent variables of a population: the joint table first, then the other attributes in their order.
 *
 * @param weights respondents that each row represents. Default: 1
 */
export function latentVariablesOf(
  { members, others }: GroupedAttributes,
  weights?: ArrayLike<number>,
): LatentVariable[] {
  const counted = members.length > 0 ? countCells(members, weights) : undefined;
  const free: (FreeCells | undefined)[] = others.map((observed) =>
    hasCodes(observed) && observed.type === 'categorical' && observed.categories.length > 2
      ? { codes: observed.codes, count: observed.categories.length }
      : undefined,
  );
  const plain = others.map((observed) => (hasCodes(observed) ? numbersOf(observed.codes) : observed.values));
  if (counted) {
    free.unshift({ codes: counted.codes, count: counted.cells.length });
    plain.unshift(numbersOf(counted.codes));
  }
  const orders = latentOrders(free, plain, weights);
  const latents = others.map((observed, k) => {
    const order = orders[counted ? k + 1 : k];
    return hasCodes(observed) ? categoryLatent(observed, order, weights) : numberLatent(observed, weights);
  });
  if (!counted) return latents;
  const joint = jointTable(
    members.map(({ id }) => id),
    counted,
    orders[0]!,
  );
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

function latentOrders(
  free: readonly (FreeCells | undefined)[],
  plain: readonly ArrayLike<number>[],
  weights?: ArrayLike<number>,
): (number[] | undefined)[] {
  const orders: (number[] | undefined)[] = free.map(() => undefined);
  const ranks = plain.map((values) => middleRanks(values, weights));
  for (let round = 0; round < orderingRounds; round++) {
    free.forEach((cells, k) => {
      if (!cells) return;
      const others = ranks.filter((_, other) => other !== k);
      const order = latentOrder(cellMeans(cells.codes, cells.count, others, weights));
      orders[k] = order;
      ranks[k] = middleRanks(placesOf(cells.codes, order), weights);
    });
  }
  return orders;
}

function categoryLatent(
  observed: ObservedCategories,
  order: number[] | undefined,
  weights?: ArrayLike<number>,
): LatentVariable {
  const { type, id, label, unit, categories, codes } = observed;
  const totals = new Float64Array(categories.length);
  for (let row = 0; row < codes.length; row++) if (codes[row]! >= 0) totals[codes[row]!]! += weights?.[row] ?? 1;
  const shares = roundedShares(totals);
  const places = order ?? categories.map((_, code) => code);
  const isNatural = places.every((code, place) => code === place);
  return {
    attributes: [
      {
        type,
        id,
        label,
        ...(unit === undefined ? {} : { unit }),
        categories: categories.map((category, code) => ({ ...category, probability: shares[code]! })),
        ...(isNatural ? {} : { latent_order: places.map((code) => categories[code]!.id) }),
      },
    ],
    column: rankColumn(placesOf(codes, places), weights),
    steps: rankSteps(places.map((code) => shares[code]!)),
  };
}

function numberLatent({ type, id, label, unit, values }: ObservedNumbers, weights?: ArrayLike<number>): LatentVariable {
  const quantiles = fitQuantiles(type, distributionOf(values, weights));
  return {
    attributes: [{ type, id, label, unit, quantiles }],
    column: rankColumn(values, weights),
    steps: rankSteps(quantileTableCells({ type, quantiles })),
  };
}

/** Attribute of the joint table, with the sums of the cells as its margin. */
function marginOf(
  { type, id, label, unit, categories }: ObservedCategories,
  place: number,
  joint: JointTable,
): Attribute {
  const sums = new Float64Array(categories.length);
  joint.cells.forEach((cell, k) => (sums[cell[place]!]! += joint.probabilities[k]!));
  const shares = roundedShares(sums);
  return {
    type,
    id,
    label,
    ...(unit === undefined ? {} : { unit }),
    categories: categories.map((category, code) => ({ ...category, probability: shares[code]! })),
  };
}

function numbersOf(codes: ArrayLike<number>): Float64Array {
  return Float64Array.from(codes, (code) => (code < 0 ? NaN : code));
}

/** Codes as positions in an order; NaN if unknown. */
function placesOf(codes: ArrayLike<number>, order: readonly number[]): Float64Array {
  const places = new Float64Array(order.length);
  order.forEach((code, place) => (places[code] = place));
  const ofRows = new Float64Array(codes.length).fill(NaN);
  for (let row = 0; row < codes.length; row++) if (codes[row]! >= 0) ofRows[row] = places[codes[row]!]!;
  return ofRows;
}
