import { philox4x32 } from '../engine/random/philox.js';
import { uniformFromWords } from '../engine/random/uniform.js';
import { CalibrationError } from './calibration-error.js';
import { clustersOf, standardErrors } from './covariance.js';
import type { Fit } from './fit-design.js';
import { requireFiniteEstimates } from './identification.js';
import type { Design, LikelihoodKernel } from './likelihood.js';
import { maximizeByNewton } from './newton.js';
import { totalLikelihood } from './total-likelihood.js';

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
export function withBootstrap(fit: Fit, design: Design, kernel: LikelihoodKernel, options: BootstrapOptions): Fit {
  const { replicates, seed } = options;
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
    const estimates = estimatesOf({ ...design, weights }, kernel, fit.estimates);
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

/** Undefined if the replicate has no finite estimates. */
function estimatesOf(design: Design, kernel: LikelihoodKernel, start: Float64Array): Float64Array | undefined {
  const likelihood = totalLikelihood(design, kernel);
  try {
    const maximum = maximizeByNewton(likelihood, start);
    requireFiniteEstimates(design, likelihood, maximum);
    return maximum.parameters;
  } catch (error) {
    if (error instanceof CalibrationError) return undefined;
    throw error;
  }
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
