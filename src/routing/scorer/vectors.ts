/** Normalizes a vector to length 1; a zero vector stays zero. */
export function unit(vector: ArrayLike<number>): Float64Array {
  const length = Math.sqrt(dot(vector, vector));
  return Float64Array.from(vector, (value) => (length > 0 ? value / length : 0));
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}
