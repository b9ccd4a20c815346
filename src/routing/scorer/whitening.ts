/** Shrinkage: the catalog's own covariance has weight ½ at this many examples beyond one for each workflow. */
const examplesForHalf = 100;
const ridgePenalty = 0.1;

/** Transforms a sentence vector so that variation among questions of one class has little weight. */
export interface Whitening {
  dimensions: number;
  apply: (vector: ArrayLike<number>) => Float64Array;
}

/**
 * Whitens with the covariance inside the classes, as linear discriminant analysis does (Fisher 1936), shrunk towards the identity
 * (Friedman 1989): `w · S + (1 − w + ridge) · I`, S scaled to a mean variance of 1, w = (N − C) / (N − C + 100). Using a
 * covariance learned from other questions instead of the identity made no difference (`bench/router`).
 *
 * @param classes vectors of each class, all of equal length
 */
export function whiten(classes: readonly (readonly ArrayLike<number>[])[]): Whitening {
  const all = classes.flat();
  const dimensions = all[0]?.length ?? 0;
  const free = all.length - classes.length;
  const weight = free / (free + examplesForHalf);
  const matrix = scaled(covarianceWithin(classes, dimensions), dimensions, weight);
  for (let k = 0; k < dimensions; k++) matrix[k * dimensions + k]! += 1 - weight + ridgePenalty;
  const factor = cholesky(matrix, dimensions);
  return { dimensions, apply: (vector) => solveLower(factor, dimensions, vector) };
}

/** Sum of squares around the mean of each class. Only its shape matters, so it is not divided by the count. */
function covarianceWithin(classes: readonly (readonly ArrayLike<number>[])[], dimensions: number): Float64Array {
  const sum = new Float64Array(dimensions * dimensions);
  const difference = new Float64Array(dimensions);
  for (const vectors of classes) {
    const center = mean(vectors, dimensions);
    for (const vector of vectors) {
      for (let k = 0; k < dimensions; k++) difference[k] = vector[k]! - center[k]!;
      for (let row = 0; row < dimensions; row++) {
        const factor = difference[row]!;
        for (let column = 0; column <= row; column++) sum[row * dimensions + column]! += factor * difference[column]!;
      }
    }
  }
  for (let row = 0; row < dimensions; row++) {
    for (let column = 0; column < row; column++) sum[column * dimensions + row] = sum[row * dimensions + column]!;
  }
  return sum;
}

export function mean(vectors: readonly ArrayLike<number>[], dimensions: number): Float64Array {
  const sum = new Float64Array(dimensions);
  for (const vector of vectors) for (let k = 0; k < dimensions; k++) sum[k]! += vector[k]!;
  return sum.map((value) => value / Math.max(1, vectors.length));
}

function scaled(matrix: Float64Array, dimensions: number, weight: number): Float64Array {
  let trace = 0;
  for (let k = 0; k < dimensions; k++) trace += matrix[k * dimensions + k]!;
  const factor = trace > 0 ? (weight * dimensions) / trace : 0;
  return matrix.map((value) => value * factor);
}

/** Cholesky factor: lower triangle L with L Lᵀ = matrix, which must be positive definite. */
function cholesky(matrix: Float64Array, size: number): Float64Array {
  const lower = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * size + column]!;
      for (let k = 0; k < column; k++) sum -= lower[row * size + k]! * lower[column * size + k]!;
      lower[row * size + column] = row === column ? Math.sqrt(sum) : sum / lower[column * size + column]!;
    }
  }
  return lower;
}

/** L⁻¹ vector, by forward substitution. */
function solveLower(lower: Float64Array, size: number, vector: ArrayLike<number>): Float64Array {
  const solved = new Float64Array(size);
  for (let row = 0; row < size; row++) {
    let sum = vector[row]!;
    for (let k = 0; k < row; k++) sum -= lower[row * size + k]! * solved[k]!;
    solved[row] = sum / lower[row * size + row]!;
  }
  return solved;
}
