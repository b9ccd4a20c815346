import { log } from '../math/elementary.js';

/**
 * Standard Gumbel (type I extreme value) number from a uniform number in (0, 1): the inverse of F(x) = exp(-exp(-x)).
 * For numbers from `uniformFromWords`, the result is between -3.7 and 36.8, so it is always finite.
 */
export function gumbelFromUniform(uniform: number): number {
  return -log(-log(uniform));
}
