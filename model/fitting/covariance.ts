import { CalibrationError } from './calibration-error.js';
import { type NamedPriors, withPriorPart } from './priors.js';
import { invert, sandwich } from './numbers/symmetric-matrix.js';
import { type BiasReducedCovariance, biasReducedCovariance, manyClusters } from './small-sample.js';
import type { Design } from './likelihood.js';
import type { TotalLikelihood } from './total-likelihood.js';

/**
 * Inverse of an information matrix.
 *
 * @param information size × size, row-major order
 * @throws CalibrationError `calibration_no_covariance` if the matrix is not positive definite
 */
export function inverseInformation(information: Float64Array, size: number): Float64Array {
  const covariance = invert(information, size);
  if (!covariance) throw new CalibrationError('calibration_no_covariance', 'the information matrix has no inverse');
  return covariance;
}

/**
 * Inverse of the information of the free parameters. Rows and columns of fixed parameters, such as those at a bound,
 * are 0.
 *
 * @param information size × size, row-major order
 * @param free positions of the parameters that are not fixed
 * @throws CalibrationError `calibration_no_covariance` if the part of the free parameters is not positive definite
 */
export function inverseOfFree(information: Float64Array, size: number, free: readonly number[]): Float64Array {
  const part = Float64Array.from(free.flatMap((i) => free.map((j) => information[i * size + j]!)));
  const inverse = inverseInformation(part, free.length);
  const covariance = new Float64Array(size * size);
  free.forEach((i, a) => free.forEach((j, b) => (covariance[i * size + j] = inverse[a * free.length + b]!)));
  return covariance;
}

/**
 * Covariance that remains valid if the responses of one cluster are correlated: V·(Σ s·sᵗ)·V with the first derivatives
 * s summed by cluster, times G/(G - 1) for G clusters.
 * Source: Liang and Zeger, "Longitudinal data analysis using generalized linear models", Biometrika 73 (1986). The
 * factor is the one of HC0 in R's sandwich::vcovCL.
 *
 * @param covariance V, the inverse of the information, size × size
 * @param scores first derivatives, one line of `size` numbers per cluster
 * @param clusters number of clusters, with their frequencies
 */
export function clusteredCovariance(covariance: Float64Array, scores: Float64Array, clusters: number): Float64Array {
  const size = Math.sqrt(covariance.length);
  const meat = new Float64Array(size * size);
  const factor = clusters / (clusters - 1);
  for (let g = 0; g < scores.length / size; g++) {
    for (let i = 0; i < size; i++) {
      const score = scores[g * size + i]! * factor;
      for (let j = 0; j < size; j++) meat[i * size + j]! += score * scores[g * size + j]!;
    }
  }
  return sandwich(covariance, meat, size);
}

/** Square roots of the diagonal of a covariance matrix in row-major order. */
export function standardErrors(covariance: Float64Array): Float64Array {
  const size = Math.sqrt(covariance.length);
  return Float64Array.from({ length: size }, (_, k) => Math.sqrt(covariance[k * size + k]!));
}

/** Standard errors and covariances of a fit. Covariances are size × size, in row-major order. */
export interface FitErrors {
  readonly standardErrors: Float64Array;
  readonly covariance: Float64Array;
  /** Standard errors clustered by cluster, or by row without clusters. */
  readonly robustStandardErrors: Float64Array;
  readonly robustCovariance: Float64Array;
  /** Clustered covariance for few clusters; undefined for at least `manyClusters` clusters, and with a bootstrap. */
  readonly fewClusters?: BiasReducedCovariance | undefined;
}

/**
 * Plain and clustered errors of estimates.
 *
 * @param covariance inverse of the information, with priors
 * @param scores first derivatives of the data, one line per cluster
 * @param clusters number of clusters, with their frequencies
 * @param informationByCluster for the correction for few clusters. Undefined if clusters have frequencies
 */
export function fitErrors(
  covariance: Float64Array,
  scores: Float64Array,
  clusters: number,
  { names, priors }: NamedPriors,
  informationByCluster: (() => readonly Float64Array[]) | undefined,
): FitErrors {
  const withPriors = (clustered: Float64Array) => withPriorPart(clustered, covariance, names, priors);
  const robustCovariance = withPriors(clusteredCovariance(covariance, scores, clusters));
  const few =
    informationByCluster && clusters < manyClusters
      ? biasReducedCovariance(covariance, scores, informationByCluster())
      : undefined;
  return {
    standardErrors: standardErrors(covariance),
    covariance,
    robustStandardErrors: standardErrors(robustCovariance),
    robustCovariance,
    ...(few && { fewClusters: { ...few, covariance: withPriors(few.covariance) } }),
  };
}

/** Clusters of a design. Without clusters, each row is its own cluster. */
export interface ClusterGroups {
  /** Number of the cluster of a row. */
  readonly clusterOf: (row: number) => number;
  readonly count: number;
}

export function clustersOf({ clusters, rows }: Design): ClusterGroups {
  const count = clusters ? clusters.reduce((most, cluster) => Math.max(most, cluster + 1), 0) : rows;
  return { clusterOf: (row) => (clusters ? clusters[row]! : row), count };
}

/**
 * First derivatives of the log-likelihood summed by cluster, and the number of independent clusters. A cluster with the
 * frequency f is f equal clusters, whose products of derivatives add up to those of the sum divided by √f.
 */
export function clusterScores(design: Design, likelihood: TotalLikelihood, parameters: Float64Array) {
  const { clusterOf, count } = clustersOf(design);
  const scores = likelihood.scores(parameters, clusterOf, count);
  if (!design.frequencies) return { scores, clusters: count };
  const frequencies = new Float64Array(count);
  design.frequencies.forEach((frequency, row) => (frequencies[clusterOf(row)] = frequency));
  const size = scores.length / count;
  return {
    scores: scores.map((score, at) => score / Math.sqrt(Math.max(1, frequencies[Math.floor(at / size)]!))),
    clusters: frequencies.reduce((sum, frequency) => sum + frequency, 0),
  };
}

/** Numbers of labels from 0, in the order of their first occurrence. */
export function numberLabels(labels: ArrayLike<string | number>): Int32Array {
  const numberByLabel = new Map<string | number, number>();
  return Int32Array.from(labels, (label) => {
    const known = numberByLabel.get(label);
    if (known !== undefined) return known;
    numberByLabel.set(label, numberByLabel.size);
    return numberByLabel.size - 1;
  });
}
