/**
 * A standard Gumbel (type I extreme value) number from a uniform one: the inverse of F(x) = exp(-exp(-x)).
 * With the uniforms of `uniformFromWords` it lies between -3.7 and 36.8, so it is always finite.
 */
export function gumbelFromUniform(uniform: number): number {
  return -Math.log(-Math.log(uniform));
}
