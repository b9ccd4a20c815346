/** Shrinkage: the catalog's own covariance has weight ½ at this many examples beyond one for each workflow. */
const examplesForHalf = 100;
const ridgePenalty = 0.1;

/** Transforms a sentence vector so that variation among questions of one class has little weight. */
export interface Whitening {
  dimensions: number;
  /** Transformed vectors, in order. */
  apply: (vectors: readonly ArrayLike<number>[]) => Float64Array[];
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
  const columns = columnsOf(cholesky(matrix, dimensions), dimensions);
  return { dimensions, apply: (vectors) => vectors.map((vector) => solveLower(columns, vector)) };
}

/** Sum of squares around the mean of each class. Only its shape matters, so it is not divided by the count. */
function covarianceWithin(classes: readonly (readonly ArrayLike<number>[])[], dimensions: number): Float64Array {
  const sum = new Float64Array(dimensions * dimensions);
  const differences = classes.flatMap((vectors) => {
    const center = mean(vectors, dimensions);
    return vectors.map((vector) => center.map((value, k) => vector[k]! - value));
  });
  for (const [a, b, c, d] of inFours(differences, dimensions)) {
    for (let row = 0; row < dimensions; row++) {
      const [ofA, ofB, ofC, ofD] = [a[row]!, b[row]!, c[row]!, d[row]!];
      for (let column = 0; column <= row; column++) {
        const before = sum[row * dimensions + column]!;
        sum[row * dimensions + column] =
          before + ofA * a[column]! + ofB * b[column]! + ofC * c[column]! + ofD * d[column]!;
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

/** The columns of a lower triangular matrix, from the diagonal down. */
function columnsOf(lower: Float64Array, size: number): Float64Array[] {
  return Array.from({ length: size }, (_, column) =>
    Float64Array.from({ length: size - column }, (_row, k) => lower[(column + k) * size + column]!),
  );
}

/** L⁻¹ vector by forward substitution, column by column: the rows do not depend on each other, so the processor can work on several in parallel. */
function solveLower(columns: readonly Float64Array[], vector: ArrayLike<number>): Float64Array {
  const solved = Float64Array.from(vector);
  for (const [at, column] of columns.entries()) {
    const value = (solved[at]! /= column[0]!);
    for (let k = 1; k < column.length; k++) solved[at + k]! -= column[k]! * value;
  }
  return solved;
}

type Four = readonly [ArrayLike<number>, ArrayLike<number>, ArrayLike<number>, ArrayLike<number>];

/** Groups of four, which the processor can work on in parallel. Zero vectors complete the last group. */
function inFours(vectors: readonly ArrayLike<number>[], dimensions: number): Four[] {
  const zero = new Float64Array(dimensions);
  const at = (k: number) => vectors[k] ?? zero;
  return Array.from({ length: Math.ceil(vectors.length / 4) }, (_, k) => {
    return [at(4 * k), at(4 * k + 1), at(4 * k + 2), at(4 * k + 3)] as const;
  });
}
