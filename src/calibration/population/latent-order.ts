/** Up to so many cells, moves of single cells are tried after the first guess. */
const FEW_CELLS = 16;
const POWER_ITERATIONS = 100;

/** What others' ranks say of the cells of one attribute. */
export interface CellMeans {
  /** Share of people in each cell. */
  readonly shares: readonly number[];
  /** For each other attribute the mean of its standardized ranks in each cell. */
  readonly means: readonly Float64Array[];
}

/**
 * The order of cells in which their rank goes together best with the ranks of the other attributes: the sum of the squared correlations is
 * greatest, or nearly so.
 *
 * The scores for which that sum is greatest are a principal component of the means; their order is the first guess. With few cells, single
 * cells are then moved as long as that helps. Of an order and its reverse, it takes the one nearer to the order the cells are given in.
 *
 * @returns positions of the cells
 */
export function latentOrder(cells: CellMeans): number[] {
  const natural = cells.shares.map((_, cell) => cell);
  if (cells.means.every((means) => means.every((mean) => mean === 0))) return natural;
  const scores = principalScores(cells);
  let order = natural.toSorted((a, b) => scores[a]! - scores[b]! || a - b);
  if (order.length <= FEW_CELLS) {
    // As they were given, the cells are good enough unless another order is clearly better.
    if (carried(cells, natural) >= carried(cells, order)) order = natural;
    order = improvedByMoves(cells, order);
  }
  return leaning(cells.shares, order) < 0 ? order.reverse() : order;
}

/** Sum of the squared correlations of the cells' ranks with the others'. */
function carried({ shares, means }: CellMeans, order: readonly number[]): number {
  const ranks = centredRanks(shares, order);
  const variance = order.reduce((sum, cell) => sum + shares[cell]! * ranks[cell]! ** 2, 0);
  if (variance === 0) return 0;
  return means.reduce((sum, own) => {
    const covariance = order.reduce((total, cell) => total + shares[cell]! * ranks[cell]! * own[cell]!, 0);
    return sum + covariance ** 2 / variance;
  }, 0);
}

function centredRanks(shares: readonly number[], order: readonly number[]): Float64Array {
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
  let most = carried(cells, best);
  for (let isBetter = true; isBetter;) {
    isBetter = false;
    for (let from = 0; from < start.length; from++) {
      for (let to = 0; to < start.length; to++) {
        const moved = best.toSpliced(from, 1);
        moved.splice(to, 0, best[from]!);
        const value = carried(cells, moved);
        if (value <= most + 1e-9) continue;
        [best, most, isBetter] = [moved, value, true];
      }
    }
  }
  return best;
}

/** The scores of unit variance whose covariances with the others' ranks have the greatest sum of squares, by power iteration. */
function principalScores({ shares, means }: CellMeans): Float64Array {
  const size = (own: Float64Array) => own.reduce((sum, mean, cell) => sum + shares[cell]! * mean * mean, 0);
  let scores = means.reduce((greatest, own) => (size(own) > size(greatest) ? own : greatest));
  for (let iteration = 0; iteration < POWER_ITERATIONS; iteration++) {
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

/** Above 0 where an order rather goes with that in which the cells are given. */
function leaning(shares: readonly number[], order: readonly number[]): number {
  const natural = centredRanks(
    shares,
    shares.map((_, cell) => cell),
  );
  const ranks = centredRanks(shares, order);
  return shares.reduce((sum, share, cell) => sum + share * natural[cell]! * ranks[cell]!, 0);
}

/**
 * The means that `latentOrder` asks for.
 *
 * @param codes the cell of each row; negative where it is not known
 * @param count how many cells there are
 * @param others middle ranks of the other attributes; NaN where not known
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
  // Nobody known in a cell, or ranks that do not vary: nothing is said of it.
  return sums.map((own, code) => (known[code]! > 0 && deviation > 1e-9 ? (own / known[code]! - mean) / deviation : 0));
}
