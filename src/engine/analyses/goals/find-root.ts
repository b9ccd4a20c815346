/**
 * Finds a root of a continuous function between two points with values of opposite sign, by Brent's method: inverse quadratic interpolation
 * where it converges, otherwise bisection.
 * Source: Brent, "Algorithms for minimization without derivatives" (1973), chapter 4.
 *
 * @param low point with its value
 * @param high point with its value of the opposite sign
 * @param tolerance maximum distance from the root
 * @param canContinue checked before each evaluation; if false, the best point so far is returned
 */
export function findRoot(
  f: (x: number) => number,
  low: readonly [number, number],
  high: readonly [number, number],
  tolerance: number,
  canContinue: () => boolean = () => true,
): number {
  let [a, fa] = low;
  let [b, fb] = high;
  let [c, fc] = [a, fa];
  let step = b - a;
  let previous = step;
  for (;;) {
    if (Math.sign(fb) === Math.sign(fc)) {
      [c, fc] = [a, fa];
      step = previous = b - a;
    }
    if (Math.abs(fc) < Math.abs(fb)) {
      [a, b, c] = [b, c, b];
      [fa, fb, fc] = [fb, fc, fb];
    }
    const limit = 2 * Number.EPSILON * Math.abs(b) + tolerance / 2;
    const half = (c - b) / 2;
    if (Math.abs(half) <= limit || fb === 0 || !canContinue()) return b;
    const [p, q] = interpolate(a, fa, b, fb, c, fc, half);
    const isShort = Math.abs(previous) >= limit && Math.abs(fa) > Math.abs(fb);
    if (isShort && 2 * p < Math.min(3 * half * q - Math.abs(limit * q), Math.abs(previous * q)))
      [previous, step] = [step, p / q];
    else step = previous = half;
    [a, fa] = [b, fb];
    b += Math.abs(step) > limit ? step : Math.sign(half) * limit;
    fb = f(b);
  }
}

/** The step of an inverse quadratic interpolation, or of a secant if two of the points are equal, as p / q with p ≥ 0. */
function interpolate(a: number, fa: number, b: number, fb: number, c: number, fc: number, half: number) {
  const s = fb / fa;
  let [p, q] = [2 * half * s, 1 - s];
  if (a !== c) {
    const [r, t] = [fb / fc, fa / fc];
    p = s * (2 * half * t * (t - r) - (b - a) * (r - 1));
    q = (t - 1) * (r - 1) * (s - 1);
  }
  return p > 0 ? ([p, -q] as const) : ([-p, q] as const);
}
