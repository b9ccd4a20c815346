import { mean, whiten, type Whitening } from './whitening.js';

/** Normalizes a vector to length 1; a zero vector stays zero. */
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
  /** With the centroid of each class, before whitening. */
  raw: Float64Array;
  /** With each text. */
  texts: Float64Array;
  /** With the direction from the texts that no class answers to the examples, whatever their topic; 0 without such texts. */
  answerable: number;
  /** With each business question. */
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
