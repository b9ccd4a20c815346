/** An estimate with its variance. */
export interface Estimate {
  readonly mean: number;
  readonly variance: number;
}

/** Quantiles of equal probability of the half-Cauchy distribution with a scale of 1. */
const spreads = Array.from({ length: 16 }, (_, k) => Math.tan((Math.PI / 2) * ((k + 0.5) / 16)));

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
    const log = all.reduce((sum, own) => {
      const total = own.variance + added;
      return sum - (Math.log(total) + own.mean ** 2 / total) / 2;
    }, 0);
    return { part: added / (variance + added), log: independent * log };
  });
  const greatest = Math.max(...points.map(({ log }) => log));
  let [total, mean, square] = [0, 0, 0];
  for (const { part, log } of points) {
    const weight = Math.exp(log - greatest);
    total += weight;
    mean += weight * part;
    square += weight * part ** 2;
  }
  return { mean: mean / total, variance: square / total - (mean / total) ** 2 };
}
