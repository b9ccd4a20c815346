import { findRoot } from './find-root.js';
import { maximizeLine } from './maximize-line.js';

/** A maximization with constraints over one variable. */
export interface LineProblem {
  readonly low: number;
  readonly high: number;
  /** Points of the grid, at least two, including both ends. */
  readonly grid: readonly number[];
  /** Value to maximize, and the slack of each constraint: at least 0 if the constraint is satisfied. */
  readonly at: (x: number) => LinePoint;
  /** Whether further evaluations are allowed. */
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
