import { exp, log } from './elementary.js';

/** An estimate with its variance. */
export interface Estimate {
  readonly mean: number;
  readonly variance: number;
}

/**
 * Quantiles of equal probability of the half-Cauchy distribution with a scale of 1: tan(π/2 · (k + 1/2) / 16). The last three end at 10/3: without
 * an end, data that say nothing would leave a standard deviation that is three times the scale.
 */
const spreads = [
  0.0491268, 0.148336, 0.250487, 0.357806, 0.472965, 0.599377, 0.741651, 0.906347, 1.10333, 1.34834, 1.6684, 2.11432,
  2.79481, 3.33333, 3.33333, 3.33333,
];

/**
 * Mean and variance of the part τ² / (V + τ²) of an estimate with the variance V that remains, if its true value is normal with the mean 0 and the
 * standard deviation τ, which has a half-Cauchy prior: estimates that their standard errors explain hardly count, and large ones count whole.
 * Sources: Gelman, "Prior distributions for variance parameters in hierarchical models", Bayesian Analysis 1 (2006); Carvalho, Polson and Scott, "The
 * horseshoe estimator for sparse signals", Biometrika 97 (2010).
 *
 * @param variance V
 * @param all the estimates with the same τ
 * @param scale scale of the prior of τ, above 0
 * @param independent part of `all` that is independent
 */
export function keptPart(variance: number, all: readonly Estimate[], scale: number, independent = 1): Estimate {
  const points = spreads.map((spread) => {
    const added = (spread * scale) ** 2;
    const logDensity = all.reduce((sum, own) => {
      const total = own.variance + added;
      return sum - (log(total) + own.mean ** 2 / total) / 2;
    }, 0);
    return { part: added / (variance + added), logDensity: independent * logDensity };
  });
  const greatest = Math.max(...points.map((point) => point.logDensity));
  let [total, mean, square] = [0, 0, 0];
  for (const { part, logDensity } of points) {
    const weight = exp(logDensity - greatest);
    total += weight;
    mean += weight * part;
    square += weight * part ** 2;
  }
  return { mean: mean / total, variance: square / total - (mean / total) ** 2 };
}
