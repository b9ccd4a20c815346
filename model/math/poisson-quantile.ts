import { lowerGamma, upperGamma } from './gamma.js';
import { normalQuantile } from './normal.js';
import { exp } from './elementary.js';

const { floor, max, sqrt } = Math;

/** Maximum mean for the sum from 0: above it, e^-mean is too close to the smallest positive double. */
const maxSummedMean = 500;
/** Maximum mean for the search: its time grows with the square root of the mean, and its start is within one part in a million above it. */
const maxSearchedMean = 1e8;
/** Maximum probability for the sum from 0: above it, the sum is too close to 1. */
const maxSummedProbability = 0.999;

/**
 * Poisson quantile: the smallest count with a cumulative probability of at least `probability`. At a fixed probability, it never decreases
 * as the mean rises. An agent with a higher mean therefore never has a lower count.
 *
 * @param probability in (0, 1)
 * @param mean 0 or more, finite
 */
export function poissonQuantile(probability: number, mean: number): number {
  return mean <= maxSummedMean && probability <= maxSummedProbability
    ? quantileBySum(probability, mean)
    : quantileBySearch(probability, mean);
}

function quantileBySum(probability: number, mean: number): number {
  let countProbability = exp(-mean);
  let cumulative = countProbability;
  let count = 0;
  while (cumulative < probability) {
    count++;
    countProbability *= mean / count;
    cumulative += countProbability;
  }
  return count;
}

/** Search step by step from the normal approximation with one correction for skewness (Cornish and Fisher). */
function quantileBySearch(probability: number, mean: number): number {
  const z = normalQuantile(probability);
  // Use the smaller tail to keep precision near 1.
  const isReached = (count: number) =>
    probability < 0.5 ? upperGamma(count + 1, mean) >= probability : lowerGamma(count + 1, mean) <= 1 - probability;
  let count = max(0, floor(mean + z * sqrt(mean) + (z * z - 1) / 6));
  if (mean > maxSearchedMean) return count;
  while (!isReached(count)) count++;
  while (count > 0 && isReached(count - 1)) count--;
  return count;
}
