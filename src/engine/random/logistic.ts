import { log } from '../math/elementary.js';

/**
 * Standard logistic number from a uniform number in (0, 1): the inverse of F(x) = 1 / (1 + exp(-x)). The difference of two independent
 * Gumbel numbers has the same distribution. For numbers from `uniformFromWords`, the result is between -36.8 and 36.8, so it is always finite.
 */
export function logisticFromUniform(uniform: number): number {
  return log(uniform / (1 - uniform));
}
