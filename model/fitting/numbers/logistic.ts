// Local bindings: test runners with a separate global object per file make every lookup of `Math` slow.
const { exp, log1p } = Math;

/** 1 / (1 + e^-x), without overflow. */
export function logistic(x: number): number {
  if (x >= 0) return 1 / (1 + exp(-x));
  const e = exp(x);
  return e / (1 + e);
}

/** ln(1 / (1 + e^-x)), without overflow and exact for large |x|. */
export function logLogistic(x: number): number {
  return x >= 0 ? -log1p(exp(-x)) : x - log1p(exp(x));
}
