const MULTIPLIER_0 = 0xd2511f53;
const MULTIPLIER_1 = 0xcd9e8d57;
const MULTIPLIER_0_LOW = MULTIPLIER_0 & 0xffff;
const MULTIPLIER_0_HIGH = MULTIPLIER_0 >>> 16;
const MULTIPLIER_1_LOW = MULTIPLIER_1 & 0xffff;
const MULTIPLIER_1_HIGH = MULTIPLIER_1 >>> 16;
const WEYL_0 = 0x9e3779b9;
const WEYL_1 = 0xbb67ae85;
const ROUNDS = 10;

// Bound once: test runners that give each file a global object of their own make every look-up of `Math` slow.
const { imul } = Math;

/**
 * Philox4x32-10: a bijection of a 128-bit counter under a 64-bit key, without state. Four words of output for four of counter.
 * Source: Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC'11.
 *
 * Words are 32 bits, read as unsigned or signed alike. Writes `out[0..3]`, allocates nothing, never fails.
 * The upper half of a 32×32-bit product is put together from 16-bit halves: JavaScript has no such instruction.
 */
export function philox4x32(
  key0: number,
  key1: number,
  counter0: number,
  counter1: number,
  counter2: number,
  counter3: number,
  out: Uint32Array,
): void {
  for (let round = 0; round < ROUNDS; round++) {
    const low0 = counter0 & 0xffff;
    const high0 = counter0 >>> 16;
    const low1 = counter2 & 0xffff;
    const high1 = counter2 >>> 16;
    // Each sum is below 2^32, so that none loses a carry.
    const middle0 = (imul(high0, MULTIPLIER_0_LOW) + (imul(low0, MULTIPLIER_0_LOW) >>> 16)) | 0;
    const middle1 = (imul(high1, MULTIPLIER_1_LOW) + (imul(low1, MULTIPLIER_1_LOW) >>> 16)) | 0;
    const carry0 = (imul(low0, MULTIPLIER_0_HIGH) + (middle0 & 0xffff)) | 0;
    const carry1 = (imul(low1, MULTIPLIER_1_HIGH) + (middle1 & 0xffff)) | 0;
    const upper0 = (imul(high0, MULTIPLIER_0_HIGH) + (middle0 >>> 16) + (carry0 >>> 16)) | 0;
    const upper1 = (imul(high1, MULTIPLIER_1_HIGH) + (middle1 >>> 16) + (carry1 >>> 16)) | 0;
    const lower0 = imul(counter0, MULTIPLIER_0);
    const lower1 = imul(counter2, MULTIPLIER_1);

    counter0 = upper1 ^ counter1 ^ key0;
    counter1 = lower1;
    counter2 = upper0 ^ counter3 ^ key1;
    counter3 = lower0;
    key0 = (key0 + WEYL_0) | 0;
    key1 = (key1 + WEYL_1) | 0;
  }
  out[0] = counter0;
  out[1] = counter1;
  out[2] = counter2;
  out[3] = counter3;
}
