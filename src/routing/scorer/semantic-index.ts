export function unit(vector: ArrayLike<number>): Float64Array {
  const length = Math.sqrt(dot(vector, vector));
  return Float64Array.from(vector, (value) => (length > 0 ? value / length : 0));
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}

/** Vectors of equal length as the rows of a matrix in one array, which is several times faster to multiply. */
export function rowsOf(vectors: readonly ArrayLike<number>[], dimensions: number): Float64Array {
  const rows = new Float64Array(vectors.length * dimensions);
  vectors.forEach((vector, k) => rows.set(vector, k * dimensions));
  return rows;
}

/** The dot product of a vector with each row of a matrix. Four sums let the processor multiply in parallel. */
export function dotsWithRows(rows: Float64Array, vector: Float64Array): Float64Array {
  const size = vector.length;
  const inFours = size - (size % 4);
  const dots = new Float64Array(size === 0 ? 0 : rows.length / size);
  for (let row = 0; row < dots.length; row++) {
    const start = row * size;
    // Without destructuring, which V8 compiles to code that takes three times as long.
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let k = 0;
    for (; k < inFours; k += 4) {
      a += rows[start + k]! * vector[k]!;
      b += rows[start + k + 1]! * vector[k + 1]!;
      c += rows[start + k + 2]! * vector[k + 2]!;
      d += rows[start + k + 3]! * vector[k + 3]!;
    }
    for (; k < size; k++) a += rows[start + k]! * vector[k]!;
    dots[row] = a + b + c + d;
  }
  return dots;
}

/** Cosines of a question's sentence vector, after whitening unless named raw. */
export interface SemanticView {
  /** With the centroid of each class. */
  centroids: Float64Array;
  raw: Float64Array;
  texts: Float64Array;
  /** With the direction from the texts that no class answers to the examples, whatever their topic; 0 without such texts. */
  answerable: number;
  business: Float64Array;
}

/** Sentence vectors of a catalog, whitened with its own examples. */
export class SemanticIndex {
  private readonly whitening: Whitening;
  private readonly centroids: Float64Array;
  private readonly rawCentroids: Float64Array;
  private readonly texts: Float64Array;
  private readonly towardsAnswerable: Float64Array;
  private readonly business: Float64Array;

  /**
   * @param classes vectors of the examples of each class
   * @param others vectors of the texts on the topic of each class that it does not answer; they follow the examples in
   *   {@link SemanticView.texts}
   * @param business vectors of questions about any business
   */
  constructor(
    classes: readonly (readonly ArrayLike<number>[])[],
    others: readonly (readonly ArrayLike<number>[])[],
    business: readonly ArrayLike<number>[] = [],
  ) {
    this.whitening = whiten(classes);
    const { dimensions } = this.whitening;
    const centers = classes.map((vectors) => mean(vectors, dimensions));
    this.rawCentroids = rowsOf(centers.map(unit), dimensions);
    // Whitening is linear: the centroid of whitened vectors is the whitened centroid.
    this.centroids = rowsOf(this.whitening.apply(centers).map(unit), dimensions);
    const whitened = (groups: readonly (readonly ArrayLike<number>[])[]) =>
      groups.map((vectors) => this.whitening.apply(vectors).map(unit));
    const [examples, counterExamples] = [whitened(classes), whitened(others)];
    this.texts = rowsOf([...examples.flat(), ...counterExamples.flat()], dimensions);
    this.business = rowsOf(this.whitening.apply(business).map(unit), dimensions);
    this.towardsAnswerable = unit(directionBetween(counterExamples, examples, dimensions));
  }

  view(vector: ArrayLike<number>): SemanticView {
    const [question = new Float64Array()] = this.whitening.apply([vector]).map(unit);
    const plain = unit(vector);
    return {
      centroids: dotsWithRows(this.centroids, question),
      raw: dotsWithRows(this.rawCentroids, plain),
      texts: dotsWithRows(this.texts, question),
      answerable: dot(this.towardsAnswerable, question),
      business: dotsWithRows(this.business, question),
    };
  }
}

/**
 * Mean over the classes of the difference of the centers of their two groups. The topic cancels out. On whitened vectors, this is the
 * direction of linear discriminant analysis. Classes with an empty group do not count.
 */
function directionBetween(
  from: readonly (readonly Float64Array[])[],
  to: readonly (readonly Float64Array[])[],
  dimensions: number,
): Float64Array {
  const differences = to.flatMap((group, k) => {
    if (group.length === 0 || from[k]!.length === 0) return [];
    const start = mean(from[k]!, dimensions);
    return [mean(group, dimensions).map((value, at) => value - start[at]!)];
  });
  return mean(differences, dimensions);
}

/** Shrinkage: the catalog's own covariance has weight ½ at this many examples beyond one for each workflow. */
const examplesForHalf = 100;
const ridgePenalty = 0.1;

/** Transforms a sentence vector so that variation among questions of one class has little weight. */
export interface Whitening {
  dimensions: number;
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
