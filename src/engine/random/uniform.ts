const TWO_TO_26 = 0x4000000;
const STEP = 2 ** -52;

/**
 * A uniform number in the open interval (0, 1) from two random 32-bit words, of which it takes the upper 26 bits each.
 *
 * It is the middle of one of 2^52 equal cells: from 2^-53 to 1 - 2^-53, both exact. With 53 bits the last middle would round to 1,
 * and -log(-log u) to infinity.
 */
export function uniformFromWords(word0: number, word1: number): number {
  return ((word0 >>> 6) * TWO_TO_26 + (word1 >>> 6) + 0.5) * STEP;
}
