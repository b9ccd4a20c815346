import type { NumericAttribute } from '../../definition.js';
import { normalQuantile } from '../../math/normal.js';

/** Distinct values in ascending order, and the weight of each. */
export interface Distribution {
  readonly values: Float64Array;
  readonly weights: Float64Array;
}

/** Distribution of the known values. NaN and rows of weight 0 are excluded. */
export function distributionOf(values: ArrayLike<number>, weights?: ArrayLike<number>): Distribution {
  const counted = new Float64Array(values.length);
  let count = 0;
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (!Number.isNaN(value) && (weights === undefined || weights[row]! > 0)) counted[count++] = value;
  }
  const sorted = counted.subarray(0, count).sort();
  let last = 0;
  for (let k = 1; k < count; k++) if (sorted[k] !== sorted[last]) sorted[++last] = sorted[k]!;
  const distinct = sorted.slice(0, Math.min(count, last + 1));
  const weightOf = weights === undefined ? () => 1 : (row: number) => Math.max(0, weights[row]!);
  return { values: distinct, weights: countsOf(values, distinct, weightOf) };
}

/** Sum of the counts of the rows with each value; rows with other values are not counted. */
export function countsOf(
  values: ArrayLike<number>,
  distinct: Float64Array,
  countOfRow: (row: number) => number,
): Float64Array {
  const counts = new Float64Array(distinct.length);
  for (let row = 0; row < values.length; row++) {
    const position = indexIn(distinct, values[row]!);
    if (distinct[position] === values[row]) counts[position]! += countOfRow(row);
  }
  return counts;
}

/** Index of a value in an ascending array that contains it, otherwise of the next higher or the last value. */
export function indexIn(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Mid-rank of each row, 0 to 1: the share of weight below its value plus half the share at its value. NaN if the value
 * is NaN.
 */
export function middleRanks(values: ArrayLike<number>, weights?: ArrayLike<number>): Float64Array {
  const distribution = distributionOf(values, weights);
  const total = distribution.weights.reduce((sum, weight) => sum + weight, 0);
  const ranks = new Float64Array(distribution.values.length);
  let below = 0;
  distribution.weights.forEach((weight, k) => {
    ranks[k] = (below + weight / 2) / total;
    below += weight;
  });
  const ofRows = new Float64Array(values.length).fill(NaN);
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (!Number.isNaN(value)) ofRows[row] = ranks[indexIn(distribution.values, value)]!;
  }
  return ofRows;
}

/** Column with its ranks, which several pairs can share. */
export interface RankedColumn {
  readonly values: ArrayLike<number>;
  readonly ranks: Float64Array;
  readonly isComplete: boolean;
  /** Position of each value among the distinct values, in ascending order; -1 if the value is NaN. */
  readonly codes: Int32Array;
  readonly distinct: number;
}

/** Computes the mid-ranks of a column. */
export function rankColumn(values: ArrayLike<number>, weights?: ArrayLike<number>): RankedColumn {
  const { values: distinct } = distributionOf(values);
  // Loops, because the functions of arrays take several times as long, and a calibration ranks each column hundreds of times.
  const codes = new Int32Array(values.length).fill(-1);
  let isComplete = true;
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (Number.isNaN(value)) isComplete = false;
    else codes[row] = indexIn(distinct, value);
  }
  const column = { values, codes, distinct: distinct.length, isComplete };
  return { ...column, ranks: ranksOfCodes(column, codes, weights) };
}

/** Mid-ranks among the rows that are known in the other column; NaN in the other rows. The codes replace sorting for each pair of columns. */
function ranksOfCodes(
  { codes, distinct }: Pick<RankedColumn, 'codes' | 'distinct'>,
  others: Int32Array,
  weights?: ArrayLike<number>,
): Float64Array {
  const totals = new Float64Array(distinct);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row]!;
    if (code >= 0 && others[row]! >= 0) totals[code]! += weights?.[row] ?? 1;
  }
  const total = totals.reduce((sum, weight) => sum + weight, 0);
  let below = 0;
  const ranks = totals.map((weight) => {
    below += weight;
    return (below - weight / 2) / total;
  });
  const ofRows = new Float64Array(codes.length).fill(NaN);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row]!;
    if (code >= 0 && others[row]! >= 0) ofRows[row] = ranks[code]!;
  }
  return ofRows;
}

/**
 * Spearman's rank correlation over the rows in which both values are known, with mid-ranks for ties; 0 if one of the
 * two does not vary.
 *
 * @param weights respondents that each row represents. Default: 1
 */
export function rankCorrelation(a: RankedColumn, b: RankedColumn, weights?: ArrayLike<number>): number {
  if (a.isComplete && b.isComplete) return correlation(a.ranks, b.ranks, weights);
  return correlation(ranksOfCodes(a, b.codes, weights), ranksOfCodes(b, a.codes, weights), weights);
}

/** Correlation over the rows in which both values are known. */
function correlation(x: Float64Array, y: Float64Array, weights?: ArrayLike<number>): number {
  let [sum, meanX, meanY] = [0, 0, 0];
  for (let row = 0; row < x.length; row++) {
    if (Number.isNaN(x[row]!)) continue;
    const weight = weights?.[row] ?? 1;
    sum += weight;
    meanX += weight * x[row]!;
    meanY += weight * y[row]!;
  }
  meanX /= sum;
  meanY /= sum;
  let [xx, yy, xy] = [0, 0, 0];
  for (let row = 0; row < x.length; row++) {
    if (Number.isNaN(x[row]!)) continue;
    const weight = weights?.[row] ?? 1;
    const [dx, dy] = [x[row]! - meanX, y[row]! - meanY];
    xx += weight * dx * dx;
    yy += weight * dy * dy;
    xy += weight * dx * dy;
  }
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : 0;
}

/**
 * Mid-rank of a simulated value as a step function of its latent normal variable. It increases by `rises[k]` at
 * `cuts[k]`.
 */
export interface RankSteps {
  readonly cuts: Float64Array;
  readonly rises: Float64Array;
  /** Standard deviation of the mid-ranks. */
  readonly deviation: number;
}

/**
 * Continuous values are divided into this many steps, and smaller cells are merged. This reduces the variance of the
 * ranks by 1 / 64².
 */
const stepsPerUnit = 64;

/**
 * Step function of the mid-ranks of a margin.
 *
 * @param probabilities probabilities of the cells, in their latent order
 */
export function rankSteps(probabilities: readonly number[]): RankSteps {
  const widths = probabilities.filter((probability) => probability > 0);
  const cuts = new Float64Array(Math.max(0, widths.length - 1));
  const rises = new Float64Array(cuts.length);
  let below = 0;
  let variance = 0;
  widths.forEach((width, k) => {
    variance += width * (below + width / 2 - 0.5) ** 2;
    below += width;
    if (k < cuts.length) {
      cuts[k] = normalQuantile(Math.min(below, 1 - Number.EPSILON));
      rises[k] = (width + widths[k + 1]!) / 2;
    }
  });
  return { cuts, rises, deviation: Math.sqrt(variance) };
}

/**
 * Probabilities of the values of a quantile table, in ascending order of the values; small ranges of values form one
 * cell.
 */
export function quantileTableCells({ type, quantiles }: Pick<NumericAttribute, 'type' | 'quantiles'>): number[] {
  const { probabilities, values } = quantiles;
  const cells: { value: number | undefined; width: number }[] = [];
  const add = (value: number | undefined, width: number) => {
    const last = cells.at(-1);
    if (last && value !== undefined && last.value === value) last.width += width;
    else cells.push({ value, width });
  };
  for (let k = 1; k < probabilities.length; k++) {
    const width = probabilities[k]! - probabilities[k - 1]!;
    const [low, high] = [values[k - 1]!, values[k]!];
    const steps = Math.ceil(width * stepsPerUnit);
    if (width === 0) continue;
    if (low === high) add(low, width);
    else if (type === 'integer' && high - low <= steps) {
      // An integer covers the numbers that round to it, so the first and the last cover half as much as the others.
      for (let value = low; value <= high; value++) {
        add(value, (value === low || value === high ? 0.5 : 1) * (width / (high - low)));
      }
    } else for (let step = 0; step < steps; step++) add(undefined, width / steps);
  }
  return mergeSmallCells(cells.map((cell) => cell.width));
}

function mergeSmallCells(widths: readonly number[]): number[] {
  const out: number[] = [];
  for (const width of widths) {
    const last = out.at(-1);
    if (last !== undefined && last + width <= 1 / stepsPerUnit) out[out.length - 1] = last + width;
    else out.push(width);
  }
  return out;
}
