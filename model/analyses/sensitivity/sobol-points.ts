import { fillUniforms, streamPurposes } from '../../random/stream.js';
import type { StreamKey } from '../../random/stream-key.js';

/**
 * Primitive polynomials and initial direction numbers of the dimensions after the first: degree, inner coefficients as bits, and the numbers m.
 * Source: Joe and Kuo, "Constructing Sobol sequences with better two-dimensional projections", SIAM Journal on Scientific Computing 30 (2008).
 */
export const directionNumbers: readonly (readonly [number, number, readonly number[]])[] = [
  [1, 0, [1]],
  [2, 1, [1, 3]],
  [3, 1, [1, 3, 1]],
  [3, 2, [1, 1, 1]],
  [4, 1, [1, 1, 3, 3]],
  [4, 4, [1, 3, 5, 13]],
  [5, 2, [1, 1, 5, 5, 17]],
  [5, 4, [1, 1, 5, 5, 5]],
  [5, 7, [1, 1, 7, 11, 19]],
  [5, 11, [1, 1, 5, 1, 1]],
  [5, 13, [1, 1, 1, 3, 11]],
  [5, 14, [1, 3, 5, 5, 31]],
  [6, 1, [1, 3, 3, 9, 7, 49]],
  [6, 13, [1, 1, 1, 15, 21, 21]],
  [6, 16, [1, 3, 1, 13, 27, 49]],
  [6, 19, [1, 1, 1, 15, 7, 5]],
  [6, 22, [1, 3, 1, 15, 13, 25]],
  [6, 25, [1, 1, 5, 5, 19, 61]],
  [7, 1, [1, 3, 7, 11, 23, 15, 103]],
];

/** Dimensions of the sequence. */
export const maxSobolDimensions = directionNumbers.length + 1;
const bits = 32;

/** Direction numbers of a dimension, scaled to 32 bits. */
function directionsOf(dimension: number): Uint32Array {
  const out = new Uint32Array(bits);
  if (dimension === 0) {
    for (let k = 0; k < bits; k++) out[k] = 2 ** (bits - 1 - k);
    return out;
  }
  const [degree, inner, initial] = directionNumbers[dimension - 1]!;
  for (let k = 0; k < bits; k++) {
    if (k < degree) {
      out[k] = initial[k]! * 2 ** (bits - 1 - k);
      continue;
    }
    let value = out[k - degree]! ^ (out[k - degree]! >>> degree);
    for (let j = 1; j < degree; j++) if ((inner >> (degree - 1 - j)) & 1) value ^= out[k - j]!;
    out[k] = value;
  }
  return out;
}

/**
 * Quasi-random points in the unit cube: the Sobol sequence with a random digital shift, so that means over the points are unbiased.
 * Dimensions beyond those of the sequence are independent random numbers.
 *
 * @param count number of points; a power of two keeps the balance of the sequence
 * @returns `[point * dimensions + dimension]`, in (0, 1)
 */
export function sobolPoints(dimensions: number, count: number, key: StreamKey): Float64Array {
  const out = new Float64Array(dimensions * count);
  const shifts = new Float64Array(dimensions);
  fillUniforms(key, streamPurposes.sensitivity, 0, 1, 0, dimensions, shifts);
  const sequence = Math.min(dimensions, maxSobolDimensions);
  for (let dimension = 0; dimension < sequence; dimension++) {
    const directions = directionsOf(dimension);
    const shift = Math.floor(shifts[dimension]! * 2 ** bits);
    let point = 0;
    for (let k = 0; k < count; k++) {
      out[k * dimensions + dimension] = (((point ^ shift) >>> 0) + 0.5) / 2 ** bits;
      // Gray code: the next point differs in the direction of the lowest zero bit of its number.
      point ^= directions[31 - Math.clz32(~k & (k + 1))]!;
    }
  }
  const random = new Float64Array(count);
  for (let dimension = sequence; dimension < dimensions; dimension++) {
    fillUniforms(key, streamPurposes.sensitivity, dimension, 1, 0, count, random);
    for (let k = 0; k < count; k++) out[k * dimensions + dimension] = random[k]!;
  }
  return out;
}
