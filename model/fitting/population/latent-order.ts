/** With at most this many cells, the search also moves single cells. */
const maxCellsForMoves = 16;
const powerIterations = 100;

/** Means of other attributes' ranks in the cells of one attribute. */
export interface CellMeans {
  /** Share of respondents in each cell. */
  readonly shares: readonly number[];
  /** Mean standardized rank in each cell, for each other attribute. */
  readonly means: readonly Float64Array[];
}

/**
 * Order of cells whose ranks correlate best with the ranks of the other attributes: the sum of the squared correlations
 * is at or near its maximum.
 *
 * The scores that maximize this sum are a principal component of the means, and their order is the first guess. With
 * few cells, single cells are then moved while that increases the sum. Of an order and its reverse, the result is the
 * one nearer to the given order.
 *
 * @returns positions of the cells
 */
export function latentOrder(cells: CellMeans): number[] {
  const natural = cells.shares.map((_, cell) => cell);
  if (cells.means.every((means) => means.every((mean) => mean === 0))) return natural;
  const scores = principalScores(cells);
  let order = natural.toSorted((a, b) => scores[a]! - scores[b]! || a - b);
  if (order.length <= maxCellsForMoves) {
    // The given order is preferred unless another one is better.
    if (squaredCorrelationSum(cells, natural) >= squaredCorrelationSum(cells, order)) order = natural;
    order = improvedByMoves(cells, order);
  }
  return orderCovariance(cells.shares, order) < 0 ? order.reverse() : order;
}

/** Sum of the squared correlations between the ranks of the cells and of the other attributes. */
function squaredCorrelationSum({ shares, means }: CellMeans, order: readonly number[]): number {
  const ranks = centeredRanks(shares, order);
  const variance = order.reduce((sum, cell) => sum + shares[cell]! * ranks[cell]! ** 2, 0);
  if (variance === 0) return 0;
  return means.reduce((sum, own) => {
    const covariance = order.reduce((total, cell) => total + shares[cell]! * ranks[cell]! * own[cell]!, 0);
    return sum + covariance ** 2 / variance;
  }, 0);
}

function centeredRanks(shares: readonly number[], order: readonly number[]): Float64Array {
  const ranks = new Float64Array(shares.length);
  let below = 0;
  for (const cell of order) {
    ranks[cell] = below + shares[cell]! / 2 - 0.5;
    below += shares[cell]!;
  }
  return ranks;
}

function improvedByMoves(cells: CellMeans, start: readonly number[]): number[] {
  let best = [...start];
  let maximum = squaredCorrelationSum(cells, best);
  for (let isBetter = true; isBetter;) {
    isBetter = false;
    for (let from = 0; from < start.length; from++) {
      for (let to = 0; to < start.length; to++) {
        const moved = best.toSpliced(from, 1);
        moved.splice(to, 0, best[from]!);
        const value = squaredCorrelationSum(cells, moved);
        if (value <= maximum + 1e-9) continue;
        [best, maximum, isBetter] = [moved, value, true];
      }
    }
  }
  return best;
}

/**
 * Scores of unit variance that maximize the sum of squared covariances with the other attributes' ranks, by power
 * iteration.
 */
function principalScores({ shares, means }: CellMeans): Float64Array {
  const size = (own: Float64Array) => own.reduce((sum, mean, cell) => sum + shares[cell]! * mean * mean, 0);
  let scores = means.reduce((greatest, own) => (size(own) > size(greatest) ? own : greatest));
  for (let iteration = 0; iteration < powerIterations; iteration++) {
    const next = new Float64Array(shares.length);
    for (const own of means) {
      const covariance = own.reduce((sum, mean, cell) => sum + shares[cell]! * mean * scores[cell]!, 0);
      own.forEach((mean, cell) => (next[cell]! += covariance * mean));
    }
    const length = Math.sqrt(size(next));
    scores = next.map((score) => score / length);
  }
  return scores;
}

/** Covariance with the ranks of the given order; above 0 if an order is nearer to it than to its reverse. */
function orderCovariance(shares: readonly number[], order: readonly number[]): number {
  const natural = centeredRanks(
    shares,
    shares.map((_, cell) => cell),
  );
  const ranks = centeredRanks(shares, order);
  return shares.reduce((sum, share, cell) => sum + share * natural[cell]! * ranks[cell]!, 0);
}

/**
 * Computes the input of `latentOrder`.
 *
 * @param codes cell of each row; negative if unknown
 * @param count number of cells
 * @param others mid-ranks of the other attributes; NaN if unknown
 * @param weights respondents that each row represents. Default: 1
 */
export function cellMeans(
  codes: ArrayLike<number>,
  count: number,
  others: readonly Float64Array[],
  weights?: ArrayLike<number>,
): CellMeans {
  const totals = new Float64Array(count);
  for (let row = 0; row < codes.length; row++) if (codes[row]! >= 0) totals[codes[row]!]! += weights?.[row] ?? 1;
  const total = totals.reduce((sum, weight) => sum + weight, 0);
  return {
    shares: Array.from(totals, (weight) => weight / total),
    means: others.map((ranks) => standardizedMeans(codes, count, ranks, weights)),
  };
}

function standardizedMeans(
  codes: ArrayLike<number>,
  count: number,
  ranks: Float64Array,
  weights?: ArrayLike<number>,
): Float64Array {
  const sums = new Float64Array(count);
  const known = new Float64Array(count);
  let [weightOfAll, sum, squares] = [0, 0, 0];
  for (let row = 0; row < codes.length; row++) {
    const [code, rank, weight] = [codes[row]!, ranks[row]!, weights?.[row] ?? 1];
    if (code < 0 || Number.isNaN(rank)) continue;
    sums[code]! += weight * rank;
    known[code]! += weight;
    weightOfAll += weight;
    sum += weight * rank;
    squares += weight * rank * rank;
  }
  const mean = sum / weightOfAll;
  const deviation = Math.sqrt(Math.max(0, squares / weightOfAll - mean * mean));
  // A cell without known rows, or ranks that do not vary, gives no information.
  return sums.map((own, code) => (known[code]! > 0 && deviation > 1e-9 ? (own / known[code]! - mean) / deviation : 0));
}
