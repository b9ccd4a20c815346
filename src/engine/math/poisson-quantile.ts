import { lowerGamma, upperGamma } from './incomplete-gamma.js';
import { normalQuantile } from './normal.js';

const { exp, floor, max, sqrt } = Math;

/** Beyond this mean e^-mean is too near to the smallest doubles to sum from 0, and beyond this probability the sum too near to 1. */
const SUMMED_MEAN = 500;
const SUMMED_PROBABILITY = 0.999;

/**
 * The Poisson number of a mean at a probability: the least count whose cumulative chance reaches it. At one probability it never falls as
 * the mean rises, which is what makes an agent of more need never go less often.
 *
 * @param probability in (0, 1)
 * @param mean 0 or more, finite
 */
export function poissonQuantile(probability: number, mean: number): number {
  return mean <= SUMMED_MEAN && probability <= SUMMED_PROBABILITY
    ? quantileBySum(probability, mean)
    : quantileBySearch(probability, mean);
}

function quantileBySum(probability: number, mean: number): number {
  let chance = exp(-mean);
  let cumulative = chance;
  let count = 0;
  while (cumulative < probability) {
    count++;
    chance *= mean / count;
    cumulative += chance;
  }
  return count;
}

/** From the normal approximation with one correction for skewness (Cornish and Fisher), step by step to the exact one. */
function quantileBySearch(probability: number, mean: number): number {
  const z = normalQuantile(probability);
  // The smaller tail, so that nothing is lost near 1.
  const reaches = (count: number) =>
    probability < 0.5 ? upperGamma(count + 1, mean) >= probability : lowerGamma(count + 1, mean) <= 1 - probability;
  let count = max(0, floor(mean + z * sqrt(mean) + (z * z - 1) / 6));
  while (!reaches(count)) count++;
  while (count > 0 && reaches(count - 1)) count--;
  return count;
}
