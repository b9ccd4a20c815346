// Bound once: test runners that give each file a global object of their own make every look-up of `Math` slow.
const { exp, log, log1p } = Math;

/** Above this the chance of 0, e to the minus this, comes near to the smallest doubles and then is none of them. */
const MOST_EXPONENT = 700;
/** What chances in a unit of their own are scaled down by each time that they outgrow it. */
const SCALE = 2 ** 512;
const LOG_SCALE = log(SCALE);

/**
 * The chances of the counts below some limit: Poisson, or negative binomial with variance mean + mean² / θ.
 * To about 12 digits. Source: Cameron and Trivedi, "Regression analysis of count data", 2nd edition, sections 1.2 and 3.3.
 *
 * @param mean 0 or more
 * @param theta Infinity for Poisson
 * @param out as many counts as it has room for, from 0
 */
export function countChances(mean: number, theta: number, out: Float64Array): void {
  const isPoisson = theta === Infinity;
  const ratio = isPoisson ? mean : mean / (mean + theta);
  const exponent = isPoisson ? mean : theta * log1p(mean / theta);
  const isTiny = exponent > MOST_EXPONENT;
  let chance = isTiny ? 1 : exp(-exponent);
  // What is too small to begin with is counted in units of e to the minus this.
  let logUnit = isTiny ? exponent : 0;
  let unit = exp(-logUnit);
  for (let count = 0; count < out.length; count++) {
    out[count] = chance * unit;
    chance *= (ratio * (isPoisson ? 1 : count + theta)) / (count + 1);
    if (chance > SCALE) {
      chance /= SCALE;
      logUnit -= LOG_SCALE;
      unit = exp(-logUnit);
    }
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
