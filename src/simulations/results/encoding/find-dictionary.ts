import { bitWidthOf } from './bit-packing.js';

export interface Dictionary<Values> {
  /** Distinct values, in the order of their first row. */
  readonly values: Values;
  /** Position in `values`, by row. */
  readonly codes: Uint16Array;
}

const maxDistinct = 4_096;
/** Number of rows after which a column of mostly distinct values is abandoned. */
const sampledRows = 1_024;

/**
 * Finds the distinct values of a column, compared bit for bit. Returns undefined if a dictionary and its codes would need more than half
 * the bytes of the values, as for random numbers.
 */
export function findDictionary<Values extends Int32Array | Float64Array>(
  values: Values,
): Dictionary<Values> | undefined {
  const rows = values.length;
  const wordsPerValue = values.BYTES_PER_ELEMENT / 4;
  const words = new Int32Array(values.buffer, values.byteOffset, rows * wordsPerValue);
  const codes = new Uint16Array(rows);
  const most = Math.min(rows, maxDistinct);
  // A power of 2, much larger than the number of distinct values, so that collisions are rare.
  const slotCount = 2 ** Math.ceil(Math.log2(4 * most));
  const slots = new Int16Array(slotCount).fill(-1);
  const firstRows = new Uint32Array(most);
  let distinct = 0;
  for (let row = 0; row < rows; row++) {
    const low = words[row * wordsPerValue]!;
    const high = words[(row + 1) * wordsPerValue - 1]!;
    let slot = hashOf(low, high) & (slotCount - 1);
    let code = slots[slot]!;
    while (code >= 0) {
      const first = firstRows[code]!;
      if (words[first * wordsPerValue] === low && words[(first + 1) * wordsPerValue - 1] === high) break;
      slot = (slot + 1) & (slotCount - 1);
      code = slots[slot]!;
    }
    if (code < 0) {
      if (distinct === maxDistinct || (row >= sampledRows && distinct > 0.9 * row)) return undefined;
      code = distinct++;
      slots[slot] = code;
      firstRows[code] = row;
    }
    codes[row] = code;
  }
  const size = distinct * values.BYTES_PER_ELEMENT + (rows * bitWidthOf(distinct - 1)) / 8;
  if (size > values.byteLength / 2) return undefined;
  const found = values.slice(0, distinct) as Values;
  for (let code = 0; code < distinct; code++) found[code] = values[firstRows[code]!]!;
  return { values: found, codes };
}

/** Spreads the bits of a value. Source of the constants: MurmurHash3 (Appleby), public domain. */
function hashOf(low: number, high: number): number {
  let hash = Math.imul(low, 0xcc9e2d51) ^ Math.imul(high, 0x1b873593);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
