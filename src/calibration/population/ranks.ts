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
  const totals = new Float64Array(distinct.length);
  for (let row = 0; row < values.length; row++) {
    const [value, weight] = [values[row]!, weights === undefined ? 1 : weights[row]!];
    if (!Number.isNaN(value) && weight > 0) totals[indexIn(distinct, value)]! += weight;
  }
  return { values: distinct, weights: totals };
}

/** Index of a value in an ascending array that contains it. */
function indexIn(sorted: Float64Array, value: number): number {
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
