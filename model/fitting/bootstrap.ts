import { normalQuantile } from '../math/normal.js';
import { philox4x32 } from '../random/philox.js';
import { uniformFromWords } from '../random/stream.js';
import { CalibrationError } from './calibration-error.js';
import { clustersOf, standardErrors } from './covariance.js';
import type { Fit } from './fit-design.js';
import type { Design } from './likelihood.js';
import { type Priors, unlessUnidentified } from './priors.js';

/**
 * Fits the model to a design with other weights, from the estimates of the data.
 *
 * @throws CalibrationError if the replicate has no estimates
 */
export type Refit = (design: Design, start: Float64Array, priors: Priors) => Float64Array;

/** Options of a bootstrap. */
export interface BootstrapOptions {
  readonly replicates: number;
  /** Random seed, a 32-bit integer. */
  readonly seed: number;
}

/** Largest share of replicates without an estimate: the covariance of the others would be too small. */
const maxFailedShare = 0.05;

/**
 * Replaces the robust covariance of a fit by the covariance of fits to resampled clusters (pairs cluster bootstrap). Each replicate draws as
 * many clusters as the data have, with replacement, and starts at the estimates. A cluster with the frequency f is f equal clusters. The same
 * seed gives the same result.
 * Source: Cameron, Gelbach and Miller, "Bootstrap-based improvements for inference with clustered errors", Review of Economics and Statistics
 * 90 (2008).
 *
 * @throws CalibrationError `calibration_bootstrap_failed` if more than 5% of the replicates have no estimates
 */
export function withBootstrap(
  fit: Fit,
  design: Design,
  { replicates, seed, priors }: BootstrapOptions & { readonly priors: Priors },
  refit: Refit,
): Fit {
  const size = fit.estimates.length;
  const { clusterOf } = clustersOf(design);
  const units = unitsOf(design);
  const found: Float64Array[] = [];
  for (let replicate = 0; replicate < replicates; replicate++) {
    const copies = resampled(units, seed, replicate);
    const weights = Float64Array.from(
      { length: design.rows },
      (_, row) => ((design.weights?.[row] ?? 1) * copies[clusterOf(row)]!) / (design.frequencies?.[row] || 1),
    );
    const estimates = unlessUnidentified(() =>
      refit({ ...design, weights }, fit.estimates, drawnPriors(priors, seed, replicate)),
    );
    if (estimates) found.push(estimates);
  }
  const failed = replicates - found.length;
  if (failed > maxFailedShare * replicates)
    throw new CalibrationError(
      'calibration_bootstrap_failed',
      `${failed} of ${replicates} bootstrap replicates have no estimates: combine rare values, remove columns, or remove fit.bootstrap`,
      { failed, replicates },
    );
  const robustCovariance = sampleCovariance(found, size);
  return {
    ...fit,
    fewClusters: undefined,
    robustCovariance,
    robustStandardErrors: standardErrors(robustCovariance),
    bootstrap: { replicates, failed },
  };
}

/** Cluster of each independent unit. */
function unitsOf(design: Design): Int32Array {
  const { clusterOf, count } = clustersOf(design);
  const frequencies = new Float64Array(count).fill(1);
  design.frequencies?.forEach((frequency, row) => (frequencies[clusterOf(row)] = frequency));
  return Int32Array.from(
    Array.from(frequencies).flatMap((frequency, cluster) => Array.from({ length: frequency }, () => cluster)),
  );
}

/** Number of copies of each cluster in one replicate. */
function resampled(units: Int32Array, seed: number, replicate: number): Float64Array {
  const words = new Uint32Array(4);
  const copies = new Float64Array(units.reduce((most, cluster) => Math.max(most, cluster + 1), 0));
  for (let unit = 0; unit < units.length; unit++) {
    philox4x32(seed, 0, unit, replicate, 0, 0, words);
    copies[units[Math.floor(uniformFromWords(words[0]!, words[1]!) * units.length)]!]! += 1;
  }
  return copies;
}

/**
 * Priors of one replicate. A prior is an observation that is independent of the data, so that its mean is drawn again with its standard deviation.
 */
function drawnPriors(priors: Priors, seed: number, replicate: number): Priors {
  const words = new Uint32Array(4);
  return Object.fromEntries(
    Object.entries(priors).map(([name, { mean, sd }], k) => {
      philox4x32(seed, 1, k, replicate, 0, 0, words);
      return [name, { mean: mean + sd * normalQuantile(uniformFromWords(words[0]!, words[1]!)), sd }];
    }),
  );
}

function sampleCovariance(samples: readonly Float64Array[], size: number): Float64Array {
  const means = new Float64Array(size);
  for (const own of samples) own.forEach((value, k) => (means[k]! += value / samples.length));
  const covariance = new Float64Array(size * size);
  for (const own of samples)
    for (let i = 0; i < size; i++)
      for (let k = 0; k < size; k++)
        covariance[i * size + k]! += ((own[i]! - means[i]!) * (own[k]! - means[k]!)) / (samples.length - 1);
  return covariance;
}
