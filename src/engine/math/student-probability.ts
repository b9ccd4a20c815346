import { log } from './elementary.js';
import { normalCumulative } from './normal.js';

/**
 * Two-sided probability of Student's t distribution, by the normal quantile with about the same tail.
 * Source: Wallace, "Bounds on normal approximations to Student's and the chi-square distributions", Annals of Mathematical Statistics 30
 * (1959).
 *
 * @param degrees degrees of freedom. Default: unlimited, the normal distribution
 */
export function studentProbability(t: number, degrees = Infinity): number {
  if (!Number.isFinite(degrees)) return 2 * normalCumulative(-Math.abs(t));
  const own = Math.max(1, degrees);
  const normal = ((8 * own + 1) / (8 * own + 3)) * Math.sqrt(own * log(1 + (t * t) / own));
  return 2 * normalCumulative(-normal);
}
