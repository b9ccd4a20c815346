/** Sum of the values in their order. */
export function sumOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let row = 0; row < values.length; row++) sum += values[row]!;
  return sum;
}

/** Adds arrays of equal length, element by element and in their order. */
export function addArrays<Values extends Float64Array | Uint32Array>(arrays: readonly Values[]): Values {
  const total = arrays[0]!.slice() as Values;
  for (const values of arrays.slice(1)) values.forEach((value, k) => (total[k] = total[k]! + value));
  return total;
}
