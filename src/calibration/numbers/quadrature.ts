import type { StandardShape } from '../../engine/families/conditional-logit/tastes/standard-numbers.js';

/** Points and weights of an integral over a distribution. The weights add up to 1. */
export interface Quadrature {
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
}

/** The standard normal density is below 1e-16 outside of this distance. */
const normalReach = 8.5;
/** Points of the tanh-sinh rule outside of this distance are equal to the ends of the interval. */
const doubleExponentialReach = 3.1;

/**
 * Quadrature for the standard normal distribution, the uniform distribution on (-1, 1), or the symmetric triangular distribution on (-1, 1).
 * Trapezoidal sums, which converge exponentially for smooth functions: directly for the normal distribution, and after the substitution
 * x = tanh(π/2 sinh t) on each half of the others.
 * Source: Trefethen and Weideman, "The exponentially convergent trapezoidal rule", SIAM Review 56 (2014).
 *
 * @param count number of points; rounded to an even number for uniform and triangular distributions
 */
export function quadratureOf(shape: StandardShape, count: number): Quadrature {
  if (shape === 'normal') {
    const nodes = Float64Array.from({ length: count }, (_, k) => normalReach * ((2 * k) / (count - 1) - 1));
    return normalized(
      nodes,
      nodes.map((x) => Math.exp((-x * x) / 2)),
    );
  }
  const half = Math.ceil(count / 2);
  const positive = Float64Array.from({ length: half }, (_, k) => doubleExponentialReach * ((2 * k) / (half - 1) - 1));
  // x = (1 + tanh s) / 2 maps the line to (0, 1).
  const angle = (t: number) => (Math.PI / 2) * Math.sinh(t);
  const nodes = positive.map((t) => 1 / (1 + Math.exp(-2 * angle(t))));
  const weights = positive.map((t) => {
    const density = shape === 'uniform' ? 1 : 1 / (1 + Math.exp(2 * angle(t)));
    return (density * Math.cosh(t)) / Math.cosh(angle(t)) ** 2;
  });
  return normalized(Float64Array.of(...nodes.map((x) => -x), ...nodes), Float64Array.of(...weights, ...weights));
}

function normalized(nodes: Float64Array, weights: Float64Array): Quadrature {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return { nodes, weights: weights.map((weight) => weight / sum) };
}
