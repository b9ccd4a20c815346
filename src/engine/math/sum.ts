/** Sum of the values in their order. */
export function sumOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let row = 0; row < values.length; row++) sum += values[row]!;
  return sum;
}
