import { numericParameters, traitsOf } from '../../definition/parameter-types.js';
import type { GoalEvaluator } from './goal-evaluator.js';
import { type GoalRequest, curvePoints, gridPoints, slacksOf } from './goal.js';
import type { Finding } from './goal-result.js';
import { gridOf, isFeasibleAt, type LinePoint, maximizeOnLine, rootsOnGrid } from './search-line.js';
import { maximizeOnPlane, nearestRootOnPlane, type PlaneProblem } from './search-plane.js';

export interface GoalSolution {
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
  if (objective.goal !== 'reach') return bestOf(evaluator, objective.goal === 'maximize' ? 1 : -1, 'optimum');
  const { roots, nearest } = rootsOf(evaluator);
  const at = nearest && roundedToIntegers(evaluator, nearest, (point) => -Math.abs(gapOf(evaluator, point)));
  if (at && Math.abs(gapOf(evaluator, at)) <= toleranceOf(evaluator, at))
    return { at, finding: 'reached', solutions: roots };
  // Without a feasible root, the nearest reachable value is a maximum or a minimum, or an end of the feasible part.
  return { ...nearestOf(evaluator), solutions: roots };
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
    slacksOf(evaluator.request.constraints, evaluator.means([x])).every(isSatisfied),
  );
  const [nearest] = feasible.sort((a, b) => Math.abs(a - start[0]!) - Math.abs(b - start[0]!));
  return { roots: [...feasible].sort((a, b) => a - b), nearest: nearest === undefined ? undefined : [nearest] };
}

const isSatisfied = (slack: number) => slack >= 0;

function nearestOf(evaluator: GoalEvaluator): Omit<GoalSolution, 'solutions'> {
  const { at, finding } = maximize(evaluator, (point) => -Math.abs(gapOf(evaluator, point)));
  return { at, finding: finding === 'infeasible' ? finding : 'unreachable' };
}

function bestOf(evaluator: GoalEvaluator, sign: number, finding: Finding): GoalSolution {
  const found = maximize(evaluator, (at) => sign * evaluator.means(at)[0]!);
  return { at: found.at, finding: found.finding === 'infeasible' ? found.finding : finding, solutions: [] };
}

function maximize(
  evaluator: GoalEvaluator,
  valueAt: (at: readonly number[]) => number,
): { at: readonly number[]; finding: Finding } {
  const [first, second] = evaluator.request.parameters;
  const { from, to } = first!;
  const solution = second
    ? maximizeOnPlane(planeOf(evaluator, valueAt))
    : toPoint(
        maximizeOnLine({
          low: from,
          high: to,
          grid: gridOf(from, to, curvePoints),
          at: (x) => pointOf(evaluator, [x], valueAt),
          canContinue: () => evaluator.canSearch(),
        }),
      );
  const at = roundedToIntegers(evaluator, solution.at, valueAt);
  return { at, finding: solution.isFeasible ? 'optimum' : 'infeasible' };
}

const toPoint = ({ x, isFeasible }: { x: number; isFeasible: boolean }) => ({
  at: [x] as readonly number[],
  isFeasible,
});

function planeOf(evaluator: GoalEvaluator, valueAt: (at: readonly number[]) => number): PlaneProblem {
  const [first, second] = evaluator.request.parameters;
  return {
    bounds: [
      [first!.from, first!.to],
      [second!.from, second!.to],
    ],
    points: gridPoints,
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
  const scoreOf = (point: readonly number[]) => {
    const own = pointOf(evaluator, point, valueAt);
    return isFeasibleAt(own) ? own.value : -1e300 + Math.min(...own.slacks);
  };
  return points.reduce((best, point) => (scoreOf(point) > scoreOf(best) ? point : best), points[0] ?? at);
}
