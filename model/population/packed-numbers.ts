import type { PackedNumbers } from '../definition/population.schema.js';
import { fromBase64, toBase64 } from '../math/base64.js';

type NumberArray = Uint8Array | Int8Array | Int16Array | Int32Array | Float32Array | Float64Array;

const arrays = {
  uint8: Uint8Array,
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  float32: Float32Array,
  float64: Float64Array,
} as const;

const types = ['uint8', 'int8', 'int16', 'int32', 'float32', 'float64'] as const;

/** Packs numbers in the smallest type that represents all of them exactly. */
export function packNumbers(numbers: ArrayLike<number>): PackedNumbers {
  for (const type of types) {
    const array = arrays[type].from(numbers);
    if (type === 'float64' || isExact(array, numbers)) {
      return { type, values: toBase64(new Uint8Array(array.buffer, array.byteOffset, array.byteLength)) };
    }
  }
  throw new Error('every number is a float64');
}

/** Numbers of a packed column. */
export function unpackNumbers({ type, values }: PackedNumbers): NumberArray {
  const bytes = fromBase64(values);
  const size = arrays[type].BYTES_PER_ELEMENT;
  return new arrays[type](bytes.buffer, 0, Math.floor(bytes.length / size));
}

function isExact(array: NumberArray, numbers: ArrayLike<number>): boolean {
  for (let row = 0; row < array.length; row++) if (!Object.is(array[row], numbers[row])) return false;
  return true;
}
