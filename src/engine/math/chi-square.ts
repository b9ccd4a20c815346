import { exp, log } from './elementary.js';
import { normalCumulative } from './normal.js';

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
