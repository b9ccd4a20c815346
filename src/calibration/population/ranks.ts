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
  const distinct = sorted.filter((value, k) => k === 0 || value !== sorted[k - 1]);
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
  return Float64Array.from(values, (value) =>
    Number.isNaN(value) ? NaN : ranks[indexIn(distribution.values, value)]!,
  );
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
  const codes = Int32Array.from(values, (value) => (Number.isNaN(value) ? -1 : indexIn(distinct, value)));
  const isComplete = !codes.some((code) => code < 0);
  const column = { values, codes, distinct: distinct.length, isComplete };
  return { ...column, ranks: ranksOfCodes(column, (row) => codes[row]! >= 0, weights) };
}

/** Mid-ranks among the selected rows; NaN in the other rows. The codes replace sorting for each pair of columns. */
function ranksOfCodes(
  { codes, distinct }: Pick<RankedColumn, 'codes' | 'distinct'>,
  isSelected: (row: number) => boolean,
  weights?: ArrayLike<number>,
): Float64Array {
  const totals = new Float64Array(distinct);
  for (let row = 0; row < codes.length; row++) if (isSelected(row)) totals[codes[row]!]! += weights?.[row] ?? 1;
  const total = totals.reduce((sum, weight) => sum + weight, 0);
  let below = 0;
  const ranks = totals.map((weight) => {
    below += weight;
    return (below - weight / 2) / total;
  });
  return Float64Array.from(codes, (code, row) => (isSelected(row) ? ranks[code]! : NaN));
}

/**
 * Spearman's rank correlation over the rows in which both values are known, with mid-ranks for ties; 0 if one of the
 * two does not vary.
 *
 * @param weights respondents that each row represents. Default: 1
 */
export function rankCorrelation(a: RankedColumn, b: RankedColumn, weights?: ArrayLike<number>): number {
  if (a.isComplete && b.isComplete) return correlation(a.ranks, b.ranks, weights);
  const isPair = (row: number) => a.codes[row]! >= 0 && b.codes[row]! >= 0;
  const rows = Int32Array.from(a.codes.keys()).filter(isPair);
  const pick = (values: ArrayLike<number>) => Float64Array.from(rows, (row) => values[row]!);
  const ranksIn = (column: RankedColumn) => pick(ranksOfCodes(column, isPair, weights));
  return correlation(ranksIn(a), ranksIn(b), weights && pick(weights));
}

function correlation(x: Float64Array, y: Float64Array, weights?: ArrayLike<number>): number {
  let [sum, meanX, meanY] = [0, 0, 0];
  for (let row = 0; row < x.length; row++) {
    const weight = weights?.[row] ?? 1;
    sum += weight;
    meanX += weight * x[row]!;
    meanY += weight * y[row]!;
  }
  meanX /= sum;
  meanY /= sum;
  let [xx, yy, xy] = [0, 0, 0];
  for (let row = 0; row < x.length; row++) {
    const weight = weights?.[row] ?? 1;
    const [dx, dy] = [x[row]! - meanX, y[row]! - meanY];
    xx += weight * dx * dx;
    yy += weight * dy * dy;
    xy += weight * dx * dy;
  }
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : 0;
}
