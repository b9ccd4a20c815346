const golden = (3 - Math.sqrt(5)) / 2;

/**
 * Maximizes a function of one variable in an interval, by Brent's method: parabolas through the best points, otherwise golden sections. It
 * finds the maximum of a function with one local maximum in the interval, otherwise one of them.
 * Source: Brent, "Algorithms for minimization without derivatives" (1973), chapter 5.
 *
 * @param start point in the interval with its value
 * @param tolerance maximum distance from the maximum
 * @param canContinue checked before each evaluation; if false, the best point so far is returned
 */
export function maximizeLine(
  f: (x: number) => number,
  [low, high]: readonly [number, number],
  start: readonly [number, number],
  tolerance: number,
  canContinue: () => boolean = () => true,
): [x: number, value: number] {
  let [a, b] = [low, high];
  // The best point, the second best, and the second best before.
  let [x, fx] = start;
  let [w, fw, v, fv] = [x, fx, x, fx];
  let [step, previous] = [0, 0];
  for (;;) {
    const middle = (a + b) / 2;
    const limit = Math.sqrt(Number.EPSILON) * Math.abs(x) * 0.01 + tolerance / 3;
    if (Math.abs(x - middle) <= 2 * limit - (b - a) / 2 || !canContinue()) return [x, fx];
    const parabola = Math.abs(previous) > limit ? parabolaStep(x, fx, w, fw, v, fv) : NaN;
    const next = x + parabola;
    if (Math.abs(parabola) < Math.abs(previous) / 2 && next > a && next < b) {
      [previous, step] = [step, parabola];
      if (next - a < 2 * limit || b - next < 2 * limit) step = Math.sign(middle - x) * limit;
    } else {
      previous = x < middle ? b - x : a - x;
      step = golden * previous;
    }
    const u = x + (Math.abs(step) >= limit ? step : Math.sign(step) * limit);
    const fu = f(u);
    if (fu >= fx) {
      if (u >= x) a = x;
      else b = x;
      [v, fv, w, fw, x, fx] = [w, fw, x, fx, u, fu];
    } else {
      if (u < x) a = u;
      else b = u;
      if (fu >= fw || w === x) [v, fv, w, fw] = [w, fw, u, fu];
      else if (fu >= fv || v === x || v === w) [v, fv] = [u, fu];
    }
  }
}

/** Distance from x to the vertex of the parabola through three points. NaN or infinite if there is none. */
function parabolaStep(x: number, fx: number, w: number, fw: number, v: number, fv: number): number {
  const r = (x - w) * (fv - fx);
  const q = (x - v) * (fw - fx);
  return -((x - v) * q - (x - w) * r) / (2 * (q - r));
}
