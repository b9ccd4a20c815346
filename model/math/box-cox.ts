import { exp, log } from './elementary.js';

/** Below this |λ·ln x|, the series has no rounding error of the differences. */
const seriesLimit = 0.5;
const seriesTerms = 16;

/**
 * Box-Cox transform (x^λ - 1) / λ of x, which is ln x at λ = 0, or its derivative with respect to λ. With L = ln x, it is L·φ₀(λL), and its
 * derivative of order k is L^(k + 1)·φₖ(λL), where φₖ(u) = ∫ s^k·e^(us) ds over s from 0 to 1.
 * Source: Box and Cox, "An analysis of transformations", Journal of the Royal Statistical Society B 26 (1964).
 *
 * @param x above 0. At 0, the limit: -1 / λ if λ is positive, otherwise -∞
 * @param order order of the derivative
 * @returns NaN below 0
 */
export function boxCox(x: number, power: number, order: 0 | 1 | 2 = 0): number {
  if (x === 0) return atZero(power, order);
  const logarithm = log(x);
  const own = logarithm * integral(power * logarithm, order);
  return order === 0 ? own : own * (order === 1 ? logarithm : logarithm * logarithm);
}

function atZero(power: number, order: 0 | 1 | 2): number {
  if (!(power > 0)) return -Infinity;
  if (order === 0) return -1 / power;
  return order === 1 ? 1 / (power * power) : -2 / (power * power * power);
}

/** φₖ(u). */
function integral(u: number, k: 0 | 1 | 2): number {
  if (Math.abs(u) < seriesLimit) {
    let [sum, term] = [0, 1];
    for (let n = 0; n < seriesTerms; n++) {
      sum += term / (n + k + 1);
      term *= u / (n + 1);
    }
    return sum;
  }
  const power = exp(u);
  let value = (power - 1) / u;
  for (let order = 1; order <= k; order++) value = (power - order * value) / u;
  return value;
}
