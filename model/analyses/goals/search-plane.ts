import { maximizeLine, gridOf, isFeasibleAt, type LinePoint, maximizeOnLine, rootsOnGrid } from './search-line.js';

/** A problem over two variables: a maximum, or the point nearest to the start at which `gap` is 0. */
export interface PlaneProblem {
  readonly bounds: readonly [readonly [number, number], readonly [number, number]];
  /** Points of the grid on each axis. */
  readonly points: number;
  readonly at: (x: number, y: number) => LinePoint;
  readonly canContinue: () => boolean;
}

export interface PlaneSolution {
  readonly at: readonly [number, number];
  readonly value: number;
  readonly isFeasible: boolean;
}

/** Points of the second variable around the solution of a neighboring column. */
const innerPoints = 4;

/**
 * Maximizes over two variables. For each value of the first variable, the second one is optimized on its feasible line, so that constraints
 * are satisfied exactly. The grid determines where the search starts.
 */
export function maximizeOnPlane(problem: PlaneProblem): PlaneSolution {
  const { bounds, points, at, canContinue } = problem;
  const [[left, right], [bottom, top]] = bounds;
  const [xs, ys] = [gridOf(left, right, points), gridOf(bottom, top, points)];
  const score = (x: number, y: number) => scoreOf(at(x, y));
  const pairs = xs.flatMap((x) => ys.map((y) => ({ x, y, score: score(x, y) })));
  const best = pairs.reduce((own, pair) => (pair.score > own.score ? pair : own));
  const cell = (top - bottom) / (points - 1);
  const inner = (x: number) => {
    const from = Math.max(bottom, best.y - cell);
    const to = Math.min(top, best.y + cell);
    const grid = gridOf(from, to, innerPoints);
    return maximizeOnLine({ low: from, high: to, grid, at: (y) => at(x, y), canContinue });
  };
  const outer = (x: number) => {
    const { x: y } = inner(x);
    return score(x, y);
  };
  const column = xs.indexOf(best.x);
  const bracket = [xs[column - 1] ?? left, xs[column + 1] ?? right] as const;
  const start = [best.x, outer(best.x)] as const;
  const [x] = maximizeLine(outer, bracket, start, 1e-6 * (right - left), canContinue);
  const solution = inner(x);
  const own = { at: [x, solution.x] as const, value: solution.value, isFeasible: solution.isFeasible };
  const fromGrid = {
    at: [best.x, best.y] as const,
    value: at(best.x, best.y).value,
    isFeasible: isFeasibleAt(at(best.x, best.y)),
  };
  return score(...own.at) >= best.score ? own : fromGrid;
}

/** Orders points: feasible ones by their value, infeasible ones below by their violation. */
function scoreOf(point: LinePoint): number {
  if (isFeasibleAt(point)) return point.value;
  return -1e300 + Math.min(...point.slacks);
}

/**
 * Finds the feasible point at which `gap` is 0 and that is nearest to the start, in units of the bounds. Returns undefined if the gap has
 * no feasible root on the grid.
 */
export function nearestRootOnPlane(
  { bounds, points, at, canContinue }: PlaneProblem,
  gapAt: (x: number, y: number) => number,
  start: readonly [number, number],
): PlaneSolution | undefined {
  const [[left, right], [bottom, top]] = bounds;
  const [xs, ys] = [gridOf(left, right, points), gridOf(bottom, top, points)];
  const distance = (x: number, y: number) =>
    Math.hypot((x - start[0]) / (right - left), (y - start[1]) / (top - bottom));
  // The distance of the nearest root in a column of the grid, by linear interpolation.
  const roughly = (x: number) =>
    Math.min(
      ...ys.slice(1).map((y, k) => {
        const [low, high] = [gapAt(x, ys[k]!), gapAt(x, y)];
        const isCrossing = low === 0 || low > 0 !== high > 0;
        return isCrossing ? distance(x, ys[k]! + ((y - ys[k]!) * low) / (low - high)) : Infinity;
      }),
    );
  const nearest = (x: number) =>
    rootsOnGrid(ys, (y) => gapAt(x, y), top - bottom, canContinue)
      .filter((y) => isFeasibleAt(at(x, y)))
      .sort((a, b) => distance(x, a) - distance(x, b))[0];
  const columns = xs.filter((x) => roughly(x) < Infinity).sort((a, b) => roughly(a) - roughly(b));
  const best = columns.find((x) => nearest(x) !== undefined);
  if (best === undefined) return undefined;
  const closeness = (x: number) => {
    const y = nearest(x);
    return y === undefined ? -Infinity : -distance(x, y);
  };
  const column = xs.indexOf(best);
  const bracket = [xs[column - 1] ?? left, xs[column + 1] ?? right] as const;
  const first = [best, closeness(best)] as const;
  const [x] = maximizeLine(closeness, bracket, first, 1e-6 * (right - left), canContinue);
  const y = nearest(x) ?? nearest(best)!;
  const own = nearest(x) === undefined ? best : x;
  return { at: [own, y], value: at(own, y).value, isFeasible: true };
}
