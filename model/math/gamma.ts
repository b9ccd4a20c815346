import { log, exp } from './elementary.js';
import { normalCumulative, normalQuantile } from './normal.js';

const minSeriesArgument = 12;
const logSqrt2Pi = 0.9189385332046727;

/** ln Γ(x) for x > 0, to about 15 digits: the recurrence up to 12, then Stirling's series. Source: Abramowitz and Stegun, 6.1.40. */
export function logGamma(x: number): number {
  let shift = 1;
  let z = x;
  while (z < minSeriesArgument) shift *= z++;
  return (z - 0.5) * log(z) - z + logSqrt2Pi + stirlingSeries(z) - log(shift);
}

/** Stirling's series, for z from 12. */
function stirlingSeries(z: number): number {
  const inverse = 1 / z;
  const square = inverse * inverse;
  return (
    inverse *
    (1 / 12 -
      square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square * (1 / 1188 - (square * 691) / 360360)))))
  );
}

/** x ln x - x - ln Γ(x), with all digits of a large x, of which the terms differ by little. */
export function logGammaGap(x: number): number {
  return x < minSeriesArgument ? x * log(x) - x - logGamma(x) : log(x) / 2 - logSqrt2Pi - stirlingSeries(x);
}

/** ψ(x), the derivative of ln Γ, for x > 0. Source: Abramowitz and Stegun, 6.3.5 and 6.3.18. */
export function digamma(x: number): number {
  let shift = 0;
  let z = x;
  while (z < minSeriesArgument) shift += 1 / z++;
  return log(z) - 1 / (2 * z) - digammaSeries(z) - shift;
}

function digammaSeries(z: number): number {
  const square = 1 / (z * z);
  return square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square * (1 / 240 - square * (1 / 132)))));
}

/** ln x - ψ(x), with all digits of a large x. */
export function digammaGap(x: number): number {
  return x < minSeriesArgument ? log(x) - digamma(x) : 1 / (2 * x) + digammaSeries(x);
}

/** ψ'(x), the second derivative of ln Γ, for x > 0. Source: Abramowitz and Stegun, 6.4.6 and 6.4.12. */
export function trigamma(x: number): number {
  let shift = 0;
  let z = x;
  while (z < minSeriesArgument) {
    shift += 1 / (z * z);
    z++;
  }
  const inverse = 1 / z;
  const square = inverse * inverse;
  const series =
    inverse * square * (1 / 6 - square * (1 / 30 - square * (1 / 42 - square * (1 / 30 - (square * 5) / 66))));
  return inverse + square / 2 + series + shift;
}

// Bind once: in test runners with one global object per file, every lookup of `Math` is slow.
const { abs, floor, max, sqrt } = Math;

const epsilon = 2 ** -53;
const tiny = 1e-300;

/**
 * Regularized lower incomplete gamma function: the distribution function P(X ≤ x) of the gamma distribution with scale 1. For an integer
 * shape, it is the probability that a Poisson number with mean x is at least the shape. Accurate to about 13 digits for small shapes and
 * 9 digits at 100,000. The computing time grows with the square root of the shape.
 * Source: Press, Teukolsky, Vetterling and Flannery, "Numerical recipes", 3rd edition, section 6.2.
 *
 * @param shape greater than 0
 * @param x 0 or more
 * @param logGammaOfShape ln Γ(shape), if the caller already has it
 */
export function lowerGamma(shape: number, x: number, logGammaOfShape = logGamma(shape)): number {
  if (!(x > 0)) return 0;
  const density = scaledGammaDensity(shape, x, logGammaOfShape);
  return x < shape + 1 ? density * series(shape, x) : 1 - density * continuedFraction(shape, x);
}

/** Regularized upper incomplete gamma function: 1 - `lowerGamma`, without loss of precision for small values. */
export function upperGamma(shape: number, x: number, logGammaOfShape = logGamma(shape)): number {
  if (!(x > 0)) return 1;
  const density = scaledGammaDensity(shape, x, logGammaOfShape);
  return x < shape + 1 ? 1 - density * series(shape, x) : density * continuedFraction(shape, x);
}

/** x times the density of the gamma distribution with scale 1: x^shape e^-x / Γ(shape). */
export function scaledGammaDensity(shape: number, x: number, logGammaOfShape: number): number {
  return exp(shape * log(x) - x - logGammaOfShape);
}

function series(shape: number, x: number): number {
  let term = 1 / shape;
  let sum = term;
  for (let n = shape + 1; term > sum * epsilon; n++) {
    term *= x / n;
    sum += term;
  }
  return sum;
}

/** Continued fraction of the upper function, by the modified method of Lentz. */
function continuedFraction(shape: number, x: number): number {
  let b = x + 1 - shape;
  let c = 1 / tiny;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; ; n++) {
    const a = -n * (n - shape);
    b += 2;
    d = a * d + b;
    if (abs(d) < tiny) d = tiny;
    c = b + a / c;
    if (abs(c) < tiny) c = tiny;
    d = 1 / d;
    const change = d * c;
    fraction *= change;
    if (abs(change - 1) <= 4 * epsilon) return fraction;
  }
}

/**
 * Probability that a chi-squared number exceeds x.
 * Source: Abramowitz and Stegun, "Handbook of mathematical functions", 26.4.4 and 26.4.5.
 *
 * @param degrees degrees of freedom, a whole number from 1
 */
export function chiSquareTail(x: number, degrees: number): number {
  if (!(x > 0)) return 1;
  const half = x / 2;
  const isEven = degrees % 2 === 0;
  // The terms are e^(-x/2)·(x/2)^a / Γ(a + 1), for a = 0, 1, … or ½, 1½, … In logarithms, because x^a can be infinite.
  let logTerm = isEven ? -half : -half + log(half) / 2 - log(Math.PI) / 2 + Math.LN2;
  let tail = isEven ? 0 : 2 * normalCumulative(-Math.sqrt(x));
  for (let a = isEven ? 0 : 0.5; a < degrees / 2; a++) {
    tail += exp(logTerm);
    logTerm += log(half / (a + 1));
  }
  return Math.min(1, tail);
}

const maxSteps = 20;
/** Above this shape, the start value is as exact as the steps, whose time grows with the square root of the shape. */
const largestRefinedShape = 1e8;

/**
 * Quantiles of the gamma distribution with mean 1 and variance 1 / shape, which models unobserved differences between the rates of agents.
 * Halley's method from an approximate start, to about 13 digits. Source: Press, Teukolsky, Vetterling and Flannery, "Numerical recipes",
 * 3rd edition, section 6.2.1; Wilson and Hilferty, "The distribution of chi-square", PNAS 17 (1931), for the start value.
 *
 * @param shape greater than 0
 * @returns function of a probability in (0, 1) that returns the quantile, 0 or more and always finite
 */
export function gammaQuantiles(shape: number): (probability: number) => number {
  if (shape > largestRefinedShape) return (probability) => startAt(shape, probability) / shape;
  const logGammaOfShape = logGamma(shape);
  const slopeAt = (x: number) => exp((shape - 1) * log(x) - x - logGammaOfShape);
  return (probability) => {
    let x = startAt(shape, probability);
    for (let step = 0; step < maxSteps && x > 0; step++) {
      // Use the smaller tail to keep precision near 1.
      const error =
        probability < 0.5
          ? lowerGamma(shape, x, logGammaOfShape) - probability
          : 1 - probability - upperGamma(shape, x, logGammaOfShape);
      const newton = error / slopeAt(x);
      const change = newton / (1 - 0.5 * Math.min(1, newton * ((shape - 1) / x - 1)));
      const next = x - change;
      x = next > 0 ? next : x / 2;
      if (abs(change) <= 1e-13 * x) break;
    }
    return x / shape;
  };
}

function startAt(shape: number, probability: number): number {
  if (shape > 1) {
    const root = 1 - 1 / (9 * shape) + normalQuantile(probability) / (3 * sqrt(shape));
    return Math.max(1e-3, shape * root * root * root);
  }
  const split = 1 - shape * (0.253 + shape * 0.12);
  return probability < split ? exp(log(probability / split) / shape) : 1 - log(1 - (probability - split) / (1 - split));
}

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
