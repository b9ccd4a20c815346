import { exp } from '../math/elementary.js';
import type { Situation } from '../population/situation.js';
import { convertToNormal, fillNumbers, streamPurposes } from '../random/stream.js';
import type { Link } from './links.js';

/** Distribution of the number that is added to a predictor, as far as probabilities of outcomes need it. */
export type ErrorDistribution = Pick<Link, 'above' | 'density'>;

/** Distribution of the sum of a random error and a random intercept. */
export interface SpreadDistribution extends ErrorDistribution {
  /** Derivative of `above` with respect to the standard deviation of the intercepts. */
  slope(x: number): number;
}

/** The standard normal density is below 1e-14 outside of this distance. */
const reach = 8;
/** Step of the trapezoidal sums. At this step, and at 1 / spread for a larger spread, the error of a logistic distribution is below 1e-8. */
const maxStep = 0.5;

/**
 * Distribution of the sum of a random error and an intercept that is normal with mean 0, by trapezoidal sums over the intercept.
 * Source: Trefethen and Weideman, "The exponentially convergent trapezoidal rule", SIAM Review 56 (2014).
 *
 * @param spread standard deviation of the intercepts
 */
export function withIntercept(link: Link, spread: number): SpreadDistribution {
  const half = Math.ceil(reach / Math.min(maxStep, 1 / Math.abs(spread)));
  const nodes = Float64Array.from({ length: 2 * half + 1 }, (_, k) => (reach * (k - half)) / half);
  const densities = nodes.map((z) => exp((-z * z) / 2));
  const total = densities.reduce((sum, density) => sum + density, 0);
  const mean = (at: (z: number) => number) => {
    let sum = 0;
    for (let k = 0; k < nodes.length; k++) sum += densities[k]! * at(nodes[k]!);
    return sum / total;
  };
  return {
    above: (x) => mean((z) => link.above(x - spread * z)),
    density: (x) => mean((z) => link.density(x - spread * z)),
    slope: (x) => mean((z) => z * link.density(x - spread * z)),
  };
}

/** Draws the standard normal number of each agent that its random intercept multiplies by the standard deviation. */
export function drawIntercepts({ key, from, to, replicate }: Situation): Float64Array {
  const numbers = new Float64Array(to - from);
  fillNumbers('uniform', key, streamPurposes.taste, 0, 1, from, to, numbers, replicate);
  convertToNormal(numbers);
  return numbers;
}
