import {
  hasCodes,
  type ObservedAttribute,
  type ObservedPopulation,
} from '../../src/engine/calibration/population/observed.js';
import { distributionOf, rankColumn, rankCorrelation } from '../../src/engine/calibration/population/ranks.js';
import { hasCategories, type PopulationDefinition } from '../../src/engine/definition/population.schema.js';
import { compilePopulation } from '../../src/engine/population/compile-population.js';
import { samplePopulation } from '../../src/engine/population/sample-population.js';
import { streamKey } from '../../src/engine/rng/stream-key.js';

export interface MarginDistance {
  readonly id: string;
  /** Half the sum of differences of the shares: of categories, of values where there are few, else of the data's twentieths. */
  readonly totalVariation: number;
  /** Greatest distance of the distribution functions. */
  readonly kolmogorov: number;
  /** Pearson's, against the shares of the data, and its value that chance passes once in 10,000 times. Of categories only. */
  readonly chiSquare: { readonly value: number; readonly limit: number } | undefined;
}

export interface PairDistance {
  readonly ids: readonly [string, string];
  readonly observed: number;
  readonly simulated: number;
}

export interface PopulationDistance {
  readonly margins: readonly MarginDistance[];
  readonly pairs: readonly PairDistance[];
  /** Root of the mean squared difference of the rank correlations. */
  readonly rankDistance: number;
}

/** Values up to which total variation is taken over each of them. */
const FEW_VALUES = 60;
/** The 0.9999 quantile of the standard normal distribution. */
const RARE = 3.719;

/** How far simulated people of a definition are from the observed ones it was made from. */
export function populationDistance(
  definition: PopulationDefinition,
  { attributes, weights }: Pick<ObservedPopulation, 'attributes' | 'weights'>,
  count = 100_000,
): PopulationDistance {
  const people = samplePopulation(compilePopulation(definition), streamKey(0, 'population-distance'), 0, count);
  const columns = attributes.map((observed, k) => ({
    observed,
    places: placesOf(observed, definition),
    simulated: people.columns[k]!.values,
  }));
  const margins = columns.map(({ observed, simulated }) => marginDistance(observed, simulated, weights));
  const ranked = columns.map(({ observed, places, simulated }) => ({
    id: observed.id,
    observed: rankColumn(Float64Array.from(valuesOf(observed), places), weights),
    simulated: rankColumn(Float64Array.from(simulated, places)),
  }));
  const pairs = ranked.flatMap((a, k) =>
    ranked.slice(k + 1).map((b) => ({
      ids: [a.id, b.id] as const,
      observed: rankCorrelation(a.observed, b.observed, weights),
      simulated: rankCorrelation(a.simulated, b.simulated),
    })),
  );
  const squares = pairs.reduce((sum, { observed, simulated }) => sum + (observed - simulated) ** 2, 0);
  return { margins, pairs, rankDistance: Math.sqrt(squares / Math.max(1, pairs.length)) };
}

/** A value as ranks are made of it: a category is its place in the latent order. */
function placesOf(observed: ObservedAttribute, definition: PopulationDefinition): (value: number) => number {
  const attribute = definition.attributes.find(({ id }) => id === observed.id)!;
  if (!hasCategories(attribute) || !attribute.latent_order) return (value) => value;
  const places = attribute.categories.map(({ id }) => attribute.latent_order!.indexOf(id));
  return (value) => places[value] ?? NaN;
}

/** What is not known as NaN. */
function valuesOf(observed: ObservedAttribute): ArrayLike<number> {
  if (!hasCodes(observed)) return observed.values;
  return Float64Array.from(observed.codes, (code) => (code < 0 ? NaN : code));
}

/** Six digits, as definitions have them: a third of something is else never equal to itself. */
function roundedValues(values: ArrayLike<number>): Float64Array {
  return Float64Array.from(values, (value) => (Number.isInteger(value) ? value : Number(value.toPrecision(6))));
}

function marginDistance(
  observed: ObservedAttribute,
  simulated: ArrayLike<number>,
  weights?: ArrayLike<number>,
): MarginDistance {
  const data = sharesOf(distributionOf(roundedValues(valuesOf(observed)), weights));
  const own = sharesOf(distributionOf(roundedValues(simulated)));
  const isExact = hasCodes(observed) || data.values.length <= FEW_VALUES;
  const bounds = isExact ? [...new Set([...data.values, ...own.values])].sort((a, b) => a - b) : twentieths(data);
  const [p, q] = [data, own].map((shares) => bounds.map((bound) => cumulativeAt(shares, bound))) as [
    number[],
    number[],
  ];
  const cell = (cumulative: number[], k: number) => cumulative[k]! - (cumulative[k - 1] ?? 0);
  const cells = bounds.map((_, k) => ({ expected: cell(p, k), share: cell(q, k) }));
  return {
    id: observed.id,
    totalVariation: cells.reduce((sum, { expected, share }) => sum + Math.abs(expected - share), 0) / 2,
    kolmogorov: kolmogorov(data, own),
    chiSquare: hasCodes(observed) ? chiSquare(cells, simulated.length) : undefined,
  };
}

interface Shares {
  readonly values: Float64Array;
  readonly cumulative: Float64Array;
}

function sharesOf({ values, weights }: ReturnType<typeof distributionOf>): Shares {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let below = 0;
  return { values, cumulative: weights.map((weight) => (below += weight) / total) };
}

/** The share of people at or below a value. */
function cumulativeAt({ values, cumulative }: Shares, value: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : cumulative[low - 1]!;
}

function twentieths({ values, cumulative }: Shares): number[] {
  const cuts = Array.from({ length: 19 }, (_, k) => values[cumulative.findIndex((share) => share >= (k + 1) / 20)]!);
  return [...new Set([...cuts, Infinity])];
}

function kolmogorov(a: Shares, b: Shares): number {
  return [...a.values, ...b.values].reduce(
    (greatest, value) => Math.max(greatest, Math.abs(cumulativeAt(a, value) - cumulativeAt(b, value))),
    0,
  );
}

function chiSquare(cells: readonly { expected: number; share: number }[], count: number): MarginDistance['chiSquare'] {
  const possible = cells.filter(({ expected }) => expected > 0);
  const impossible = cells.some(({ expected, share }) => expected === 0 && share > 0);
  const value = possible.reduce((sum, { expected, share }) => sum + (count * (share - expected) ** 2) / expected, 0);
  // The quantile of chi-square after Wilson and Hilferty (1931).
  const freedom = possible.length - 1;
  const part = 2 / (9 * freedom);
  return { value: impossible ? Infinity : value, limit: freedom * (1 - part + RARE * Math.sqrt(part)) ** 3 };
}
