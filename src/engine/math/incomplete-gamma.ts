import { logGamma } from './gamma.js';

// Bound once: test runners that give each file a global object of their own make every look-up of `Math` slow.
const { abs, exp, log } = Math;

const EPSILON = 2 ** -53;
const TINY = 1e-300;

/**
 * The distribution function of a gamma number with scale 1, P(X ≤ x): the regularized incomplete gamma function. For whole shapes it is
 * the chance that a Poisson number of mean x is at least the shape. To about 13 digits at small shapes and 9 at 100,000; the work grows
 * with the root of the shape.
 * Source: Press, Teukolsky, Vetterling and Flannery, "Numerical recipes", 3rd edition, section 6.2.
 *
 * @param shape more than 0
 * @param x 0 or more
 * @param logGammaOfShape ln Γ(shape), where the caller has it
 */
export function lowerGamma(shape: number, x: number, logGammaOfShape = logGamma(shape)): number {
  if (!(x > 0)) return 0;
  const density = densityOf(shape, x, logGammaOfShape);
  return x < shape + 1 ? density * series(shape, x) : 1 - density * continuedFraction(shape, x);
}

/** 1 - `lowerGamma`, without its rounding where it is small. */
export function upperGamma(shape: number, x: number, logGammaOfShape = logGamma(shape)): number {
  if (!(x > 0)) return 1;
  const density = densityOf(shape, x, logGammaOfShape);
  return x < shape + 1 ? 1 - density * series(shape, x) : density * continuedFraction(shape, x);
}

/** x^shape e^-x / Γ(shape): x times the density. */
function densityOf(shape: number, x: number, logGammaOfShape: number): number {
  return exp(shape * log(x) - x - logGammaOfShape);
}

function series(shape: number, x: number): number {
  let term = 1 / shape;
  let sum = term;
  for (let n = shape + 1; term > sum * EPSILON; n++) {
    term *= x / n;
    sum += term;
  }
  return sum;
}

/** By the method of Lentz. */
function continuedFraction(shape: number, x: number): number {
  let b = x + 1 - shape;
  let c = 1 / TINY;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; ; n++) {
    const a = -n * (n - shape);
    b += 2;
    d = a * d + b;
    if (abs(d) < TINY) d = TINY;
    c = b + a / c;
    if (abs(c) < TINY) c = TINY;
    d = 1 / d;
    const change = d * c;
    fraction *= change;
    if (abs(change - 1) <= 4 * EPSILON) return fraction;
  }
}
