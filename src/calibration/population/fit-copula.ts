import { cholesky } from '../../engine/math/cholesky.js';
import { type Latent } from './latents.js';
import { isPositiveDefinite, nearestCorrelation } from './nearest-correlation.js';
import { latentCorrelation, rankAt, rankCurve, type RankCurve } from './rank-curve.js';
import { rankCorrelation } from './ranks.js';

interface Pair {
  readonly row: number;
  readonly column: number;
  /** The rank correlation of the data. */
  readonly target: number;
  readonly curve: RankCurve;
}

const GREATEST_STEPS = 200;
/** Rank correlations that come nearer by less than this (root of the sum of squares) are near enough. */
const GAIN_TOLERANCE = 1e-5;
const DIGITS = 1e4;

/**
 * The correlation matrix of the Gaussian copula under which simulated people have the rank correlations of the observed ones.
 *
 * First each pair is solved by itself, as polychoric correlations are. Where these do not fit together (attributes that exclude each other),
 * the matrix is sought that comes nearest in the rank correlations, by projected gradient steps: a pair whose rank correlation hardly
 * depends on the latent one, as that of two rare categories, gives way first.
 *
 * @returns four digits each, positive definite
 */
export function fitCopula(latents: readonly Latent[], weights?: ArrayLike<number>): number[][] {
  const pairs = latents.flatMap((a, row) =>
    latents.slice(0, row).map((b, column): Pair => {
      const target = rankCorrelation(a.column, b.column, weights);
      return { row, column, target, curve: rankCurve(a.steps, b.steps) };
    }),
  );
  const size = latents.length;
  const apart = symmetric(size, pairs, ({ curve, target }) => latentCorrelation(curve, target));
  const fitted = isPositiveDefinite(apart, size) ? apart : fitTogether(size, pairs, apart);
  return rounded(fitted, size);
}

function fitTogether(size: number, pairs: readonly Pair[], start: Float64Array): Float64Array {
  let current = nearestCorrelation(start, size);
  let distance = distanceOf(size, pairs, current);
  let stepLength = 1;
  for (let step = 0; step < GREATEST_STEPS && stepLength > 1e-3; step++) {
    const moved = symmetric(size, pairs, ({ row, column, curve, target }) => {
      const latent = current[row * size + column]!;
      const { rank, slope } = rankAt(curve, latent);
      return latent + stepLength * slope * (target - rank);
    });
    const next = nearestCorrelation(moved, size);
    const nextDistance = distanceOf(size, pairs, next);
    if (nextDistance >= distance) {
      stepLength /= 2;
      continue;
    }
    const gain = distance - nextDistance;
    [current, distance] = [next, nextDistance];
    stepLength *= 1.5;
    if (gain < GAIN_TOLERANCE) break;
  }
  return current;
}

function distanceOf(size: number, pairs: readonly Pair[], matrix: Float64Array): number {
  const squares = pairs.reduce((sum, { row, column, curve, target }) => {
    return sum + (rankAt(curve, matrix[row * size + column]!).rank - target) ** 2;
  }, 0);
  return Math.sqrt(squares);
}

/** A matrix by rows with 1 along its diagonal. */
function symmetric(size: number, pairs: readonly Pair[], entry: (pair: Pair) => number): Float64Array {
  const matrix = new Float64Array(size * size);
  for (let k = 0; k < size; k++) matrix[k * size + k] = 1;
  for (const pair of pairs) {
    matrix[pair.row * size + pair.column] = matrix[pair.column * size + pair.row] = entry(pair);
  }
  return matrix;
}

function rounded(matrix: Float64Array, size: number): number[][] {
  // The lower half decides, so that both are alike to the last digit; adding 0 turns -0 into 0.
  const entry = (row: number, column: number) =>
    Math.round(matrix[Math.max(row, column) * size + Math.min(row, column)]! * DIGITS) / DIGITS + 0;
  const positions = Array.from({ length: size }, (_, k) => k);
  let out = positions.map((row) => positions.map((column) => entry(row, column)));
  // Rounding moves eigenvalues by far less than the smallest one; of hundreds of attributes, together, it might not.
  while (!cholesky(out))
    out = out.map((row, i) => row.map((value, j) => (i === j ? 1 : Math.trunc(value * 0.999 * DIGITS) / DIGITS)));
  return out;
}
