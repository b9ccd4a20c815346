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

/** A maximization with constraints over one variable. */
export interface LineProblem {
  readonly low: number;
  readonly high: number;
  /** Points of the grid, at least two, including both ends. */
  readonly grid: readonly number[];
  /** Value to maximize, and the slack of each constraint: at least 0 if the constraint is satisfied. */
  readonly at: (x: number) => LinePoint;
  readonly canContinue: () => boolean;
}

export interface LinePoint {
  readonly value: number;
  readonly slacks: readonly number[];
}

export interface LineSolution {
  readonly x: number;
  readonly value: number;
  readonly isFeasible: boolean;
}

/** Local maxima of the grid that are refined. */
const maxRefined = 3;
/** Precision of arguments relative to the interval. */
export const rootPrecision = 1e-12;
export const maximumPrecision = 1e-7;

/** Evenly spaced points from low to high. */
export function gridOf(low: number, high: number, points: number): number[] {
  return Array.from({ length: points }, (_, k) => (k === points - 1 ? high : low + ((high - low) * k) / (points - 1)));
}

/**
 * Maximizes over the feasible part of an interval. The ends of the feasible parts are roots of the constraints, found between the points of
 * the grid; the best local maxima of the feasible points are refined. If no point is feasible, the smallest slack is maximized.
 */
export function maximizeOnLine(problem: LineProblem): LineSolution {
  const { at, high, low, canContinue } = problem;
  const xs = [...problem.grid, ...crossings(problem)].sort((a, b) => a - b).filter((x, k, all) => x !== all[k - 1]);
  const isFeasible = xs.map((x) => isFeasibleAt(at(x)));
  if (!isFeasible.includes(true)) return leastViolation(problem);
  const valueAt = (k: number) => (isFeasible[k] ? at(xs[k]!).value : -Infinity);
  const local = xs
    .map((_, k) => k)
    .filter((k) => isFeasible[k] && valueAt(k) >= valueAt(k - 1) && valueAt(k) >= valueAt(k + 1))
    .sort((a, b) => valueAt(b) - valueAt(a))
    .slice(0, maxRefined);
  const refined = local.map((k): LineSolution => {
    const from = isFeasible[k - 1] ? xs[k - 1]! : xs[k]!;
    const to = isFeasible[k + 1] ? xs[k + 1]! : xs[k]!;
    const start = [xs[k]!, valueAt(k)] as const;
    const tolerance = maximumPrecision * (high - low);
    const feasibleValue = (x: number) => {
      const point = at(x);
      return isFeasibleAt(point) ? point.value : -Infinity;
    };
    const isEnd = from === xs[k] || to === xs[k];
    // If the value falls from an end, the end is the maximum.
    const nearby = from === xs[k] ? from + tolerance : to - tolerance;
    if (from === to || (isEnd && feasibleValue(nearby) < start[1]))
      return { x: start[0], value: start[1], isFeasible: true };
    const [x, value] = maximizeLine(feasibleValue, [from, to], start, tolerance, canContinue);
    return { x, value, isFeasible: true };
  });
  return refined.reduce((best, own) => (own.value > best.value ? own : best));
}

/** Points at which a constraint starts to be satisfied, between points of the grid. */
function crossings({ grid, at, low, high, canContinue }: LineProblem): number[] {
  return grid.slice(1).flatMap((right, k) => {
    const left = grid[k]!;
    const [from, to] = [at(left).slacks, at(right).slacks];
    return from.flatMap((slack, constraint) => {
      const other = to[constraint]!;
      if (slack >= 0 === other >= 0) return [];
      const slackAt = (x: number) => at(x).slacks[constraint]!;
      const root = findRoot(slackAt, [left, slack], [right, other], rootPrecision * (high - low), canContinue);
      return insideOf(slackAt, root, slack >= 0 ? left : right, high - low);
    });
  });
}

/** A root can be outside by the tolerance; this point is inside. */
function insideOf(slackAt: (x: number) => number, root: number, inside: number, width: number): number[] {
  for (let step = 0, k = 0; k < 8; k++, step = rootPrecision * width * 4 ** k) {
    const x = root + Math.sign(inside - root) * Math.min(step, Math.abs(inside - root));
    if (slackAt(x) >= 0) return [x];
  }
  return [];
}

function leastViolation({ grid, at, low, high, canContinue }: LineProblem): LineSolution {
  const worst = (x: number) => Math.min(...at(x).slacks);
  const best = grid.reduce((own, x, k) => (worst(x) > worst(grid[own]!) ? k : own), 0);
  const bracket = [grid[best - 1] ?? low, grid[best + 1] ?? high] as const;
  const start = [grid[best]!, worst(grid[best]!)] as const;
  const [x, slack] = maximizeLine(worst, bracket, start, maximumPrecision * (high - low), canContinue);
  return { x, value: at(x).value, isFeasible: slack >= 0 };
}

export function isFeasibleAt({ slacks }: LinePoint): boolean {
  return slacks.every((slack) => slack >= 0);
}

/** Roots of a value between points of a grid. Intervals without a change of the sign have none. */
export function rootsOnGrid(
  grid: readonly number[],
  valueAt: (x: number) => number,
  width: number,
  canContinue: () => boolean,
): number[] {
  const roots = grid.flatMap((x, k) => {
    const value = valueAt(x);
    if (value === 0) return [x];
    if (k === 0) return [];
    const before = valueAt(grid[k - 1]!);
    if (before === 0 || before > 0 === value > 0) return [];
    return [findRoot(valueAt, [grid[k - 1]!, before], [x, value], rootPrecision * width, canContinue)];
  });
  return roots;
}
