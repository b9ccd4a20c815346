import {
  hasCodes,
  type ObservedAttribute,
  type ObservedPopulation,
} from '../../model/fitting/population/fit-margins.js';
import { distributionOf, rankColumn, rankCorrelation } from '../../model/fitting/population/ranks.js';
import { hasCategories, type PopulationDefinition } from '../../model/definition.js';
import { compilePopulation } from '../../model/population/compile-population.js';
import { samplePopulation } from '../../model/population/sample-population.js';
import { streamKey } from '../../model/random/stream-key.js';

export interface MarginDistance {
  readonly id: string;
  /** Half the sum of absolute differences of shares: by category, by value if few, otherwise by 5% quantile bins of the data. */
  readonly totalVariation: number;
  /** Maximum distance of the distribution functions. */
  readonly kolmogorov: number;
  /** Pearson's chi-square against the shares of the data, and its 0.9999 quantile. Categorical attributes only. */
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

/** Maximum number of distinct values for an exact total variation. */
const maxExactValues = 60;
/** The 0.9999 quantile of the standard normal distribution. */
const rareQuantile = 3.719;

/** Distance between simulated agents and the observed respondents that the definition was calibrated on. */
export function populationDistance(
  definition: PopulationDefinition,
  { attributes, weights }: Pick<ObservedPopulation, 'attributes' | 'weights'>,
  count = 100_000,
): PopulationDistance {
  const agents = samplePopulation(compilePopulation(definition), streamKey(0, 'population-distance'), 0, count);
  const columns = attributes.map((observed, k) => ({
    observed,
    places: placesOf(observed, definition),
    simulated: agents.columns[k]!.values,
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

/** Maps a value to its rank position. A category's position is its place in the latent order. */
function placesOf(observed: ObservedAttribute, definition: PopulationDefinition): (value: number) => number {
  const attribute = definition.attributes.find(({ id }) => id === observed.id)!;
  if (!hasCategories(attribute) || !attribute.latent_order) return (value) => value;
  const places = attribute.categories.map(({ id }) => attribute.latent_order!.indexOf(id));
  return (value) => places[value] ?? NaN;
}

/** Unknown values are NaN. */
function valuesOf(observed: ObservedAttribute): ArrayLike<number> {
  if (!hasCodes(observed)) return observed.values;
  return Float64Array.from(observed.codes, (code) => (code < 0 ? NaN : code));
}

/** Rounds to six digits, as definitions do. Otherwise, fractions such as 1/3 differ from their stored value. */
function roundedValues(values: ArrayLike<number>): Float64Array {
  return Float64Array.from(values, (value) => (Number.isInteger(value) ? value : Number(value.toPrecision(6))));
}

function marginDistance(
  observed: ObservedAttribute,
  simulated: ArrayLike<number>,
  weights?: ArrayLike<number>,
): MarginDistance {
  const observedShares = sharesOf(distributionOf(roundedValues(valuesOf(observed)), weights));
  const simulatedShares = sharesOf(distributionOf(roundedValues(simulated)));
  const isExact = hasCodes(observed) || observedShares.values.length <= maxExactValues;
  const bounds = isExact
    ? [...new Set([...observedShares.values, ...simulatedShares.values])].sort((a, b) => a - b)
    : twentieths(observedShares);
  const [p, q] = [observedShares, simulatedShares].map((shares) =>
    bounds.map((bound) => cumulativeAt(shares, bound)),
  ) as [number[], number[]];
  const cell = (cumulative: number[], k: number) => cumulative[k]! - (cumulative[k - 1] ?? 0);
  const cells = bounds.map((_, k) => ({ expected: cell(p, k), share: cell(q, k) }));
  return {
    id: observed.id,
    totalVariation: cells.reduce((sum, { expected, share }) => sum + Math.abs(expected - share), 0) / 2,
    kolmogorov: kolmogorov(observedShares, simulatedShares),
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

/** The share of individuals at or below a value. */
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
  return { value: impossible ? Infinity : value, limit: freedom * (1 - part + rareQuantile * Math.sqrt(part)) ** 3 };
}
