import { log } from '../math/elementary.js';

const twoTo26 = 0x4000000;
const cellWidth = 2 ** -52;

/**
 * Uniform number in the open interval (0, 1) from the upper 26 bits of each of two random 32-bit words.
 *
 * The result is the midpoint of one of 2^52 equal cells, from 2^-53 to 1 - 2^-53, both exact. With 53 bits, the last midpoint would
 * round to 1, and -log(-log u) would be infinite.
 */
export function uniformFromWords(word0: number, word1: number): number {
  return ((word0 >>> 6) * twoTo26 + (word1 >>> 6) + 0.5) * cellWidth;
}

/**
 * Standard logistic number from a uniform number in (0, 1): the inverse of F(x) = 1 / (1 + exp(-x)). The difference of two independent
 * Gumbel numbers has the same distribution. For numbers from `uniformFromWords`, the result is between -36.8 and 36.8, so it is always finite.
 */
export function logisticFromUniform(uniform: number): number {
  return log(uniform / (1 - uniform));
}

/**
 * Standard Gumbel (type I extreme value) number from a uniform number in (0, 1): the inverse of F(x) = exp(-exp(-x)).
 * For numbers from `uniformFromWords`, the result is between -3.7 and 36.8, so it is always finite.
 */
export function gumbelFromUniform(uniform: number): number {
  return -log(-log(uniform));
}
