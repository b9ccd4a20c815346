import { exp, log, log1p } from '../../math/elementary.js';

/** Above this exponent x, the probability of 0, e^-x, underflows. */
const maxExponent = 700;
/** Factor by which scaled probabilities are reduced each time they exceed it. */
const scale = 2 ** 512;
const logScale = log(scale);

/**
 * Computes the probabilities of counts: Poisson, or negative binomial with variance mean + mean² / θ. Accurate to about 12 digits.
 * Source: Cameron and Trivedi, "Regression analysis of count data", 2nd edition, sections 1.2 and 3.3.
 *
 * @param mean not negative
 * @param theta Infinity for Poisson
 * @param out receives the probabilities of 0, 1, …, out.length - 1
 */
export function countProbabilities(mean: number, theta: number, out: Float64Array): void {
  const isPoisson = theta === Infinity;
  const ratio = isPoisson ? mean : mean / (mean + theta);
  const exponent = isPoisson ? mean : theta * log1p(mean / theta);
  const isTiny = exponent > maxExponent;
  let probability = isTiny ? 1 : exp(-exponent);
  // If the probability of 0 underflows, probabilities are in units of e^-logUnit.
  let logUnit = isTiny ? exponent : 0;
  let unit = exp(-logUnit);
  for (let count = 0; count < out.length; count++) {
    out[count] = probability * unit;
    probability *= (ratio * (isPoisson ? 1 : count + theta)) / (count + 1);
    if (probability > scale) {
      probability /= scale;
      logUnit -= logScale;
      unit = exp(-logUnit);
    }
  }
}

/**
 * Sums the probabilities of counts to probabilities of bands.
 *
 * @param counts probabilities of the counts below the last start
 * @param starts smallest count of each band
 * @param out receives the probability of each band
 */
export function bandProbabilities(counts: Float64Array, starts: readonly number[], out: Float64Array): void {
  let rest = 1;
  for (let band = 0; band < starts.length - 1; band++) {
    let sum = 0;
    for (let count = starts[band]!; count < starts[band + 1]!; count++) sum += counts[count]!;
    out[band] = sum;
    rest -= sum;
  }
  out[starts.length - 1] = rest > 0 ? rest : 0;
}
