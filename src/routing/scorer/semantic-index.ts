import { dotsWithRows, rowsOf, unit } from './vectors.js';
import { mean, whiten, type Whitening } from './whitening.js';

/** Cosines of a question's sentence vector, after whitening unless named raw. */
export interface SemanticView {
  /** With the centroid of each class. */
  centroids: Float64Array;
  /** With the centroid of each class, before whitening. */
  raw: Float64Array;
  /** With each text. */
  texts: Float64Array;
}

/** Sentence vectors of a catalog, whitened with its own examples. */
export class SemanticIndex {
  private readonly whitening: Whitening;
  private readonly centroids: Float64Array;
  private readonly rawCentroids: Float64Array;
  private readonly texts: Float64Array;

  /**
   * @param classes vectors of the examples of each class
   * @param others vectors of texts that belong to no class; they follow the examples in {@link SemanticView.texts}
   */
  constructor(classes: readonly (readonly ArrayLike<number>[])[], others: readonly ArrayLike<number>[]) {
    this.whitening = whiten(classes);
    const { dimensions } = this.whitening;
    const centers = classes.map((vectors) => mean(vectors, dimensions));
    this.rawCentroids = rowsOf(centers.map(unit), dimensions);
    // Whitening is linear: the centroid of whitened vectors is the whitened centroid.
    this.centroids = rowsOf(this.whitening.apply(centers).map(unit), dimensions);
    this.texts = rowsOf(this.whitening.apply([...classes.flat(), ...others]).map(unit), dimensions);
  }

  view(vector: ArrayLike<number>): SemanticView {
    const [question = new Float64Array()] = this.whitening.apply([vector]).map(unit);
    const plain = unit(vector);
    return {
      centroids: dotsWithRows(this.centroids, question),
      raw: dotsWithRows(this.rawCentroids, plain),
      texts: dotsWithRows(this.texts, question),
    };
  }
}
