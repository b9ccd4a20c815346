import { symmetricEigen } from '../numbers/symmetric-matrix.js';
import { cholesky } from '../../math/linear-algebra.js';
import { latentCorrelation, rankAt, rankCurve, type RankCurve } from './rank-curve.js';
import { rankCorrelation, type RankedColumn, type RankSteps } from './ranks.js';

interface Pair {
  readonly row: number;
  readonly column: number;
  /** Rank correlation of the data. */
  readonly target: number;
  readonly curve: RankCurve;
}

/**
 * Rank curves by pair of latent variables. They take most of the time of a fit and hardly depend on the margins, so that
 * fits to resampled respondents reuse them.
 */
export type RankCurves = Map<string, RankCurve>;

const maxSteps = 200;
/**
 * The fit stops when the distance (root of the sum of squares) of the rank correlations decreases by less than this.
 */
const gainTolerance = 1e-5;
const roundingFactor = 1e4;

/**
 * Correlation matrix of the Gaussian copula that gives simulated agents the rank correlations of the respondents.
 *
 * First, each pair is fitted separately, as polychoric correlations are. If the result is not positive definite (for
 * example, because attributes exclude each other), projected gradient steps find the matrix with the nearest rank
 * correlations. Pairs whose rank correlation hardly depends on the latent correlation, such as two rare categories,
 * change most.
 *
 * @param weights respondents that each row represents. Default: 1
 * @param curves curves of an earlier fit to the same attributes
 * @returns positive definite, four digits
 */
export function fitCopula(
  latents: readonly { readonly column: RankedColumn; readonly steps: RankSteps }[],
  weights?: ArrayLike<number>,
  curves: RankCurves = new Map(),
): number[][] {
  const pairs = latents.flatMap((a, row) =>
    latents.slice(0, row).map((b, column): Pair => {
      const target = rankCorrelation(a.column, b.column, weights);
      const key = `${row} ${column}`;
      const curve = curves.get(key) ?? rankCurve(a.steps, b.steps);
      curves.set(key, curve);
      return { row, column, target, curve };
    }),
  );
  const size = latents.length;
  const pairwise = symmetric(size, pairs, ({ curve, target }) => latentCorrelation(curve, target));
  const fitted = isPositiveDefinite(pairwise, size) ? pairwise : fitTogether(size, pairs, pairwise);
  return rounded(fitted, size);
}

function fitTogether(size: number, pairs: readonly Pair[], start: Float64Array): Float64Array {
  let current = nearestCorrelation(start, size);
  let distance = distanceOf(size, pairs, current);
  let stepLength = 1;
  for (let step = 0; step < maxSteps && stepLength > 1e-3; step++) {
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
    if (gain < gainTolerance) break;
  }
  return current;
}

function distanceOf(size: number, pairs: readonly Pair[], matrix: Float64Array): number {
  const squares = pairs.reduce((sum, { row, column, curve, target }) => {
    return sum + (rankAt(curve, matrix[row * size + column]!).rank - target) ** 2;
  }, 0);
  return Math.sqrt(squares);
}

/** Matrix in row-major order with 1 on its diagonal. */
function symmetric(size: number, pairs: readonly Pair[], entry: (pair: Pair) => number): Float64Array {
  const matrix = new Float64Array(size * size);
  for (let k = 0; k < size; k++) matrix[k * size + k] = 1;
  for (const pair of pairs) {
    matrix[pair.row * size + pair.column] = matrix[pair.column * size + pair.row] = entry(pair);
  }
  return matrix;
}

function rounded(matrix: Float64Array, size: number): number[][] {
  // Both halves use the lower half, so that they are equal to the last digit. Adding 0 turns -0 into 0.
  const entry = (row: number, column: number) =>
    Math.round(matrix[Math.max(row, column) * size + Math.min(row, column)]! * roundingFactor) / roundingFactor + 0;
  const positions = Array.from({ length: size }, (_, k) => k);
  let out = positions.map((row) => positions.map((column) => entry(row, column)));
  // Rounding changes eigenvalues by far less than the smallest one, except perhaps with hundreds of attributes.
  while (!cholesky(out))
    out = out.map((row, i) =>
      row.map((value, j) => (i === j ? 1 : Math.trunc(value * 0.999 * roundingFactor) / roundingFactor)),
    );
  return out;
}

/** Minimum eigenvalue, so that the matrix remains positive definite after rounding to four digits. */
const minEigenvalue = 0.002;
const maxIterations = 200;
const changeTolerance = 1e-6;

/** Whether every eigenvalue is large enough for the correlation matrix of a definition. */
export function isPositiveDefinite(matrix: Float64Array, size: number): boolean {
  return symmetricEigen(matrix, size).values.every((value) => value >= minEigenvalue);
}

/**
 * Positive definite correlation matrix that is nearest (in the sum of squares) to a symmetric matrix with 1 on its
 * diagonal, by alternating projections with Dykstra's correction.
 * Source: Higham, "Computing the nearest correlation matrix", IMA Journal of Numerical Analysis 22 (2002), algorithm
 * 3.3.
 *
 * @param matrix size × size, row-major order; not changed
 */
export function nearestCorrelation(matrix: Float64Array, size: number): Float64Array {
  let current = matrix;
  let correction = new Float64Array(size * size);
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    const corrected = current.map((value, k) => value - correction[k]!);
    const projected = raiseEigenvalues(corrected, size);
    correction = projected.map((value, k) => value - corrected[k]!);
    const next = projected.slice();
    for (let k = 0; k < size; k++) next[k * size + k] = 1;
    const change = next.reduce((greatest, value, k) => Math.max(greatest, Math.abs(value - current[k]!)), 0);
    current = next;
    if (change < changeTolerance) break;
  }
  return unitDiagonal(raiseEigenvalues(current, size), size);
}

/** The nearest matrix whose eigenvalues are large enough. */
function raiseEigenvalues(matrix: Float64Array, size: number): Float64Array {
  const { values, vectors } = symmetricEigen(matrix, size);
  const out = matrix.slice();
  values.forEach((value, k) => {
    const lack = minEigenvalue - value;
    if (lack <= 0) return;
    for (let row = 0; row < size; row++) {
      const share = lack * vectors[row * size + k]!;
      for (let column = 0; column < size; column++) {
        out[row * size + column]! += share * vectors[column * size + k]!;
      }
    }
  });
  return out;
}

function unitDiagonal(matrix: Float64Array, size: number): Float64Array {
  return matrix.map((value, k) => {
    const [row, column] = [Math.floor(k / size), k % size];
    return row === column ? 1 : value / Math.sqrt(matrix[row * size + row]! * matrix[column * size + column]!);
  });
}
