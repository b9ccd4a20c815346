import { type Distribution, indexIn } from './ranks.js';

/** Share of the weight below the lowest and above the highest value. */
const trimmedShare = 0.01;
/** Pooled values are multiples of a power of ten, of which the range has 200 to 2,000. */
const stepsOfRange = 200;

/** Neighboring values that become one: those from one position to another, which is not included. */
interface Pool {
  readonly from: number;
  readonly to: number;
  readonly respondents: number;
  readonly weight: number;
  /** Position of the value that enough respondents have, if there is one. */
  readonly common: number | undefined;
}

/**
 * The distribution without values of few respondents. A value that `minimum` respondents have stays as it is. Other values form groups of at
 * least `minimum` respondents with neighboring values, and each group has its mean, rounded. The lowest and the highest group have their
 * median, but at least the 1% and at most the 99% quantile. No value of a group equals a value of fewer respondents, except whole numbers in a
 * narrow range. Source: microaggregation of one variable (Domingo-Ferrer and Mateo-Sanz, 2002).
 *
 * @param respondents respondents with each value
 */
export function pooledValues(
  data: Distribution,
  respondents: Float64Array,
  minimum: number,
  isInteger: boolean,
): Distribution {
  const pools = poolsOf(data, respondents, minimum);
  const step = stepOf(data, isInteger);
  const isRare = (value: number) => {
    const position = indexIn(data.values, value);
    return data.values[position] === value && respondents[position]! < minimum;
  };
  const values: number[] = [];
  const weights: number[] = [];
  pools.forEach((pool, place) => {
    const isEnd = pools.length > 1 && (place === 0 || place === pools.length - 1);
    let value = pool.common === undefined ? multipleOf(step, centerOf(pool, data, isEnd)) : data.values[pool.common]!;
    if (pool.common === undefined && !(isInteger && step === 1))
      while (isRare(value)) value = multipleOf(step / 2, value + step / 2);
    // Rounding can give neighbors the same value.
    if (value > (values.at(-1) ?? -Infinity)) {
      values.push(value);
      weights.push(pool.weight);
    } else weights[weights.length - 1]! += pool.weight;
  });
  return { values: Float64Array.from(values), weights: Float64Array.from(weights) };
}

/** Groups of neighbors with enough respondents. An outermost group without a common value also has 1% of the weight. */
function poolsOf({ values, weights }: Distribution, respondents: Float64Array, minimum: number): Pool[] {
  const least = trimmedShare * sumOf(weights);
  const pools: Pool[] = [];
  values.forEach((_, k) => {
    const common = respondents[k]! >= minimum ? k : undefined;
    const pool = { from: k, to: k + 1, respondents: respondents[k]!, weight: weights[k]!, common };
    const last = pools.at(-1);
    const isOpen =
      last?.common === undefined &&
      last !== undefined &&
      (last.respondents < minimum || (pools.length === 1 && last.weight < least));
    if (isOpen && common === undefined) pools.splice(-1, 1, joined(last, pool));
    else pools.push(pool);
  });
  const large: Pool[] = [];
  for (const pool of pools) {
    const last = large.at(-1);
    if (last && Math.min(pool.respondents, last.respondents) < minimum) large.splice(-1, 1, joined(last, pool));
    else large.push(pool);
  }
  for (;;) {
    const [before, last] = large.slice(-2);
    const isLight = last && last.weight < least && last.common === undefined && before!.common === undefined;
    if (!isLight) return large;
    large.splice(-2, 2, joined(before!, last));
  }
}

const joined = (first: Pool, second: Pool): Pool => ({
  from: first.from,
  to: second.to,
  respondents: first.respondents + second.respondents,
  weight: first.weight + second.weight,
  common: first.common ?? second.common,
});

/** Mean of a group; of an outermost group, its median within the 1% and the 99% quantile. */
function centerOf({ from, to, weight }: Pool, data: Distribution, isEnd: boolean): number {
  const { values, weights } = data;
  if (isEnd) {
    const share = (sumOf(weights.subarray(0, from)) + weight / 2) / sumOf(weights);
    return quantileOf(data, Math.min(1 - trimmedShare, Math.max(trimmedShare, share)));
  }
  return values.subarray(from, to).reduce((sum, value, k) => sum + value * weights[from + k]!, 0) / weight;
}

/**
 * The range without the outermost 1% on each side determines the step, so that an outlier does not. Of equal values, and of values with equal
 * first digits, the size does.
 */
function stepOf(data: Distribution, isInteger: boolean): number {
  const [low, high] = [quantileOf(data, trimmedShare), quantileOf(data, 1 - trimmedShare)];
  const size = Math.max(Math.abs(low), Math.abs(high)) || 1;
  const width = low === high ? size * 10 : Math.max(high - low, size * 1e-6);
  const step = 10 ** Math.floor(Math.log10(width / stepsOfRange));
  return isInteger ? Math.max(1, step) : step;
}

/** The middle between two neighbors, so that it is no value of the data. */
function quantileOf({ values, weights }: Distribution, share: number): number {
  let [below, k] = [0, 0];
  for (const target = share * sumOf(weights); k < values.length - 1 && below + weights[k]! < target; k++)
    below += weights[k]!;
  return values[k]! / 2 + values[Math.min(k + 1, values.length - 1)]! / 2;
}

const sumOf = (numbers: Float64Array) => numbers.reduce((sum, number) => sum + number, 0);

/** Without binary fractions such as 0.30000000000000004. */
const multipleOf = (step: number, value: number) => Number((Math.round(value / step) * step).toPrecision(12));

/**
 * Totals of categories without those of few respondents: the rarest categories form a group of at least `minimum` respondents, and share its
 * total equally.
 *
 * @param totals weight of each category
 * @param respondents respondents with each category; those without any stay at 0
 */
export function pooledTotals(totals: Float64Array, respondents: Float64Array, minimum: number): Float64Array {
  const occurring = [...respondents.keys()].filter((k) => respondents[k]! > 0);
  const ascending = occurring.sort((a, b) => respondents[a]! - respondents[b]! || a - b);
  const pool: number[] = [];
  let count = 0;
  for (const k of ascending) {
    if (respondents[k]! >= minimum && (count === 0 || count >= minimum)) break;
    pool.push(k);
    count += respondents[k]!;
  }
  const share = pool.reduce((sum, k) => sum + totals[k]!, 0) / pool.length;
  return totals.map((total, k) => (pool.includes(k) ? share : total));
}
