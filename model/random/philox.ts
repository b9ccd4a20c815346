const multiplier0 = 0xd2511f53;
const multiplier1 = 0xcd9e8d57;
const multiplier0Low = multiplier0 & 0xffff;
const multiplier0High = multiplier0 >>> 16;
const multiplier1Low = multiplier1 & 0xffff;
const multiplier1High = multiplier1 >>> 16;
const weyl0 = 0x9e3779b9;
const weyl1 = 0xbb67ae85;
const rounds = 10;

// Bind once: in test runners with one global object per file, every lookup of `Math` is slow.
const { imul } = Math;

/**
 * Philox4x32-10, a counter-based random number generator: a stateless bijection of a 128-bit counter under a 64-bit key.
 * Source: Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC'11.
 *
 * Words have 32 bits; signed and unsigned words are equivalent. Writes four words to `out[0..3]` and allocates no memory.
 * The upper half of a 32×32-bit product is computed from 16-bit halves, because JavaScript has no instruction for it.
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
  for (let round = 0; round < rounds; round++) {
    const low0 = counter0 & 0xffff;
    const high0 = counter0 >>> 16;
    const low1 = counter2 & 0xffff;
    const high1 = counter2 >>> 16;
    // Each sum is below 2^32, so no carry is lost.
    const middle0 = (imul(high0, multiplier0Low) + (imul(low0, multiplier0Low) >>> 16)) | 0;
    const middle1 = (imul(high1, multiplier1Low) + (imul(low1, multiplier1Low) >>> 16)) | 0;
    const carry0 = (imul(low0, multiplier0High) + (middle0 & 0xffff)) | 0;
    const carry1 = (imul(low1, multiplier1High) + (middle1 & 0xffff)) | 0;
    const upper0 = (imul(high0, multiplier0High) + (middle0 >>> 16) + (carry0 >>> 16)) | 0;
    const upper1 = (imul(high1, multiplier1High) + (middle1 >>> 16) + (carry1 >>> 16)) | 0;
    const lower0 = imul(counter0, multiplier0);
    const lower1 = imul(counter2, multiplier1);

    counter0 = upper1 ^ counter1 ^ key0;
    counter1 = lower1;
    counter2 = upper0 ^ counter3 ^ key1;
    counter3 = lower0;
    key0 = (key0 + weyl0) | 0;
    key1 = (key1 + weyl1) | 0;
  }
  out[0] = counter0;
  out[1] = counter1;
  out[2] = counter2;
  out[3] = counter3;
}
