/**
 * A standard logistic number from a uniform one: the inverse of F(x) = 1 / (1 + exp(-x)), which is also the difference of two Gumbel numbers.
 * With the uniforms of `uniformFromWords` it lies between -36.8 and 36.8, so it is always finite.
 */
export function logisticFromUniform(uniform: number): number {
  return Math.log(uniform / (1 - uniform));
}
