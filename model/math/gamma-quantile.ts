import { logGamma, lowerGamma, upperGamma } from './gamma.js';
import { normalQuantile } from './normal.js';
import { exp, log } from './elementary.js';

const { abs, sqrt } = Math;

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
