// Bound once: test runners that give each file a global object of their own make every look-up of `Math` slow.
const { exp, log1p } = Math;

/**
 * The chances of the counts below some limit: Poisson, or negative binomial with variance mean + mean² / θ.
 * Source: Cameron and Trivedi, "Regression analysis of count data", 2nd edition, sections 1.2 and 3.3.
 *
 * @param mean 0 or more
 * @param theta Infinity for Poisson
 * @param out as many counts as it has room for, from 0
 */
export function countChances(mean: number, theta: number, out: Float64Array): void {
  const isPoisson = theta === Infinity;
  const ratio = isPoisson ? mean : mean / (mean + theta);
  let chance = exp(isPoisson ? -mean : -theta * log1p(mean / theta));
  for (let count = 0; count < out.length; count++) {
    out[count] = chance;
    chance *= (ratio * (isPoisson ? 1 : count + theta)) / (count + 1);
  }
}

/** The chances of bands of counts: each from its own least count to below that of the next. */
export function bandChances(counts: Float64Array, starts: readonly number[], out: Float64Array): void {
  let rest = 1;
  for (let band = 0; band < starts.length - 1; band++) {
    let sum = 0;
    for (let count = starts[band]!; count < starts[band + 1]!; count++) sum += counts[count]!;
    out[band] = sum;
    rest -= sum;
  }
  out[starts.length - 1] = rest > 0 ? rest : 0;
}
