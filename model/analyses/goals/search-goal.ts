import { numericParameters, traitsOf } from '../../definition/parameter-types.js';
import type { GoalEvaluator } from './goal-evaluator.js';
import { type GoalRequest, curvePoints, gridPoints, slacksOf, type Finding } from './goal.js';
import { gridOf, isFeasibleAt, type LinePoint, maximizeOnLine, rootsOnGrid, maximizeLine } from './search-line.js';

interface GoalSolution {
  readonly at: readonly number[];
  readonly finding: Finding;
  readonly solutions: readonly number[];
}

/** An objective this close to its target has reached it, in units of the target if that is greater than 1. */
const reachedTolerance = 1e-6;

/** Points of the curve: the search starts from them. */
export function curveGridOf({ parameters }: GoalRequest): number[][] {
  const [first, second] = parameters;
  if (!second) return gridOf(first!.from, first!.to, curvePoints).map((x) => [x]);
  const ys = gridOf(second.from, second.to, gridPoints);
  return gridOf(first!.from, first!.to, gridPoints).flatMap((x) => ys.map((y) => [x, y]));
}

/** Finds the point that reaches the target or is best. Parameters that are integers are rounded to the better neighbor. */
export function searchGoal(evaluator: GoalEvaluator): GoalSolution {
  const { objective } = evaluator.request;
  if (objective.goal !== 'reach') {
    const sign = objective.goal === 'maximize' ? 1 : -1;
    return { ...maximize(evaluator, (at) => sign * evaluator.means(at)[0]!, 'optimum'), solutions: [] };
  }
  const closeness = (point: readonly number[]) => -Math.abs(gapOf(evaluator, point));
  const { roots, nearest } = rootsOf(evaluator);
  const at = nearest && roundedToIntegers(evaluator, nearest, closeness);
  if (at && Math.abs(gapOf(evaluator, at)) <= toleranceOf(evaluator, at))
    return { at, finding: 'reached', solutions: roots };
  // Without a feasible root, the nearest reachable value is a maximum or a minimum, or an end of the feasible part.
  return { ...maximize(evaluator, closeness, 'unreachable'), solutions: roots };
}

function gapOf(evaluator: GoalEvaluator, at: readonly number[]): number {
  return evaluator.means(at)[0]! - evaluator.request.objective.target!;
}

/** The share of an assignment changes a mean in steps of one agent: a target between two steps is reached. */
function toleranceOf(evaluator: GoalEvaluator, at: readonly number[]): number {
  const { agents, request } = evaluator;
  const { definition, agentCount } = agents.task;
  const tolerance = reachedTolerance * Math.max(1, Math.abs(request.objective.target!));
  const isStepwise = definition.scenario.assignments.some(({ share }) =>
    request.parameters.some(({ name }) => name === share),
  );
  if (!isStepwise) return tolerance;
  const [values] = evaluator.evaluate(at, 0).byAgent;
  const greatest = values!.reduce((own, value) => Math.max(own, Math.abs(value)), 0);
  return Math.max(tolerance, greatest / agentCount);
}

function rootsOf(evaluator: GoalEvaluator): { roots: number[]; nearest: readonly number[] | undefined } {
  const { parameters } = evaluator.request;
  const start = parameters.map(({ name }) => Number(evaluator.agents.task.scenario[name]));
  const [first, second] = parameters;
  if (second) {
    const problem = planeOf(evaluator, (at) => -Math.abs(gapOf(evaluator, at)));
    const solution = nearestRootOnPlane(problem, (x, y) => gapOf(evaluator, [x, y]), [start[0]!, start[1]!]);
    return { roots: [], nearest: solution?.at };
  }
  const { from, to } = first!;
  const grid = gridOf(from, to, curvePoints);
  const roots = rootsOnGrid(
    grid,
    (x) => gapOf(evaluator, [x]),
    to - from,
    () => evaluator.canSearch(),
  );
  const feasible = roots.filter((x) =>
    slacksOf(evaluator.request.constraints, evaluator.means([x])).every((slack) => slack >= 0),
  );
  const [nearest] = feasible.sort((a, b) => Math.abs(a - start[0]!) - Math.abs(b - start[0]!));
  return { roots: [...feasible].sort((a, b) => a - b), nearest: nearest === undefined ? undefined : [nearest] };
}

function maximize(
  evaluator: GoalEvaluator,
  valueAt: (at: readonly number[]) => number,
  found: Finding,
): { at: readonly number[]; finding: Finding } {
  const [first, second] = evaluator.request.parameters;
  const { from, to } = first!;
  const onLine = () => {
    const at = (x: number) => pointOf(evaluator, [x], valueAt);
    const grid = gridOf(from, to, curvePoints);
    return maximizeOnLine({ low: from, high: to, grid, at, canContinue: () => evaluator.canSearch() });
  };
  const solution = second ? maximizeOnPlane(planeOf(evaluator, valueAt)) : onLine();
  const point = 'x' in solution ? [solution.x] : solution.at;
  const at = roundedToIntegers(evaluator, point, valueAt);
  return { at, finding: solution.isFeasible ? found : 'infeasible' };
}

function planeOf(evaluator: GoalEvaluator, valueAt: (at: readonly number[]) => number): PlaneProblem {
  const [first, second] = evaluator.request.parameters;
  return {
    bounds: [
      [first!.from, first!.to],
      [second!.from, second!.to],
    ],
    at: (x, y) => pointOf(evaluator, [x, y], valueAt),
    canContinue: () => evaluator.canSearch(),
  };
}

function pointOf(
  evaluator: GoalEvaluator,
  at: readonly number[],
  valueAt: (at: readonly number[]) => number,
): LinePoint {
  return { value: valueAt(at), slacks: slacksOf(evaluator.request.constraints, evaluator.means(at)) };
}

/** Replaces each value of an integer parameter by the better of its two neighbors. Feasible points come first. */
function roundedToIntegers(
  evaluator: GoalEvaluator,
  at: readonly number[],
  valueAt: (at: readonly number[]) => number,
): readonly number[] {
  const { definition } = evaluator.agents.task;
  const choices = evaluator.request.parameters.map(({ name, from, to }, k) => {
    const { rounded } = traitsOf(numericParameters(definition.scenario.parameters).find(({ id }) => id === name)!);
    const [low, high] = [rounded(at[k]!, Math.floor), rounded(at[k]!, Math.ceil)];
    return low === high ? [low] : [low, high].filter((integer) => integer >= from && integer <= to);
  });
  const [first = [], second = [undefined]] = choices;
  const points = first.flatMap((x) => second.map((y) => (y === undefined ? [x] : [x, y])));
  const scoreAt = (point: readonly number[]) => scoreOf(pointOf(evaluator, point, valueAt));
  return points.reduce((best, point) => (scoreAt(point) > scoreAt(best) ? point : best), points[0] ?? at);
}

/** A problem over two variables: a maximum, or the point nearest to the start at which `gap` is 0. */
interface PlaneProblem {
  readonly bounds: readonly [readonly [number, number], readonly [number, number]];
  readonly at: (x: number, y: number) => LinePoint;
  readonly canContinue: () => boolean;
}

interface PlaneSolution {
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
function maximizeOnPlane(problem: PlaneProblem): PlaneSolution {
  const { bounds, at, canContinue } = problem;
  const [[left, right], [bottom, top]] = bounds;
  const [xs, ys] = [gridOf(left, right, gridPoints), gridOf(bottom, top, gridPoints)];
  const score = (x: number, y: number) => scoreOf(at(x, y));
  const pairs = xs.flatMap((x) => ys.map((y) => ({ x, y, score: score(x, y) })));
  const best = pairs.reduce((own, pair) => (pair.score > own.score ? pair : own));
  const cell = (top - bottom) / (gridPoints - 1);
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
function nearestRootOnPlane(
  { bounds, at, canContinue }: PlaneProblem,
  gapAt: (x: number, y: number) => number,
  start: readonly [number, number],
): PlaneSolution | undefined {
  const [[left, right], [bottom, top]] = bounds;
  const [xs, ys] = [gridOf(left, right, gridPoints), gridOf(bottom, top, gridPoints)];
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
