import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import { familyOf } from '../../families/family-of.js';
import { zScore95 } from '../../math/student.js';
import { streamKey } from '../../random/stream-key.js';
import { gradientAgentsOf } from '../../simulation/estimation-error.js';
import { drawCoefficients } from '../../simulation/draw-coefficients.js';
import type { ErrorParts } from '../../summary/errors.js';
import { quantileOfSorted } from '../../summary/moments.js';
import { withEstimates } from '../evaluated-agents.js';
import type { ArgumentErrors } from './argument-errors.js';
import { curvePoints } from './goal.js';
import type { GoalEvaluator, GoalFigures } from './goal-evaluator.js';
import { gridOf, maximizeOnLine } from './search-line.js';

const drawCount = 200;
/** Part of the agents with derivatives. They determine how the best value moves with the coefficients, not where it is. */
const drawnPart = 0.1;
/** Evaluations of each draw after its bracket. */
const maxRefinements = 4;
/** First step of a search, as a part of the bounds, if the standard error is unknown. */
const widestStep = 0.1;

/** The best values of one parameter under draws of the coefficients. */
export interface DrawnOptimum {
  /** In ascending order, moved so that the estimates have the best value of the goal. */
  readonly values: readonly number[];
  /** Share of the draws whose best value is at a bound of the goal. */
  readonly atBounds: { readonly from: number; readonly to: number };
}

/**
 * Finds the best value for draws of the coefficients. It is a function of the coefficients that is not linear and ends at the bounds, so that the
 * derivative at the estimates does not show its distribution. Source: Krinsky and Robb, Review of Economics and Statistics 68 (1986).
 *
 * @param best the best value with the estimates
 * @param sign 1 to maximize, -1 to minimize
 * @param error standard error of the best value by its derivatives; null if it is unknown
 * @returns undefined without a covariance of the coefficients
 */
export function drawnOptimum(
  evaluator: GoalEvaluator,
  best: number,
  sign: number,
  error: number | null,
): DrawnOptimum | undefined {
  const { definition, seed } = evaluator.agents.task;
  const model = familyOf(definition.decision).linear(definition.decision);
  const draws = drawCoefficients(definition, model, streamKey(seed, definition.workflow_id), drawCount);
  if (draws.length === 0) return undefined;
  const { from, to } = evaluator.request.parameters[0]!;
  const bounds = [from, to] as const;
  const valueOfEstimates = meanAt(evaluator, definition, sign);
  // The first agents have another best value than all of them.
  const first = maximizeOnLine({
    ...{ low: from, high: to, grid: gridOf(from, to, curvePoints) },
    at: (x) => ({ value: valueOfEstimates(x), slacks: [] }),
    canContinue: () => true,
  }).x;
  const step = Math.min(error ?? Infinity, widestStep * (to - from));
  const found = draws.map((draw) => {
    const valueAt = meanAt(evaluator, withEstimates(definition, draw), sign);
    const { x, value } = localMaximum(valueAt, first, step, bounds);
    return bounds.find((end) => valueAt(end) > value) ?? x;
  });
  const tolerance = 1e-6 * (to - from);
  const isAt = (value: number, end: number) => Math.abs(value - end) <= tolerance;
  const share = (end: number) => found.filter((value) => isAt(value, end)).length / found.length;
  const moved = found.map((value) =>
    bounds.some((end) => isAt(value, end)) ? value : Math.min(to, Math.max(from, value + best - first)),
  );
  return { values: moved.toSorted((a, b) => a - b), atBounds: { from: share(from), to: share(to) } };
}

/** The mean of the objective over the first agents, with the coefficients of a definition. Remembers its values. */
function meanAt(evaluator: GoalEvaluator, definition: WorkflowDefinition, sign: number): (x: number) => number {
  const agents = Math.ceil(drawnPart * gradientAgentsOf(definition));
  const known = new Map<number, number>();
  return (x) => {
    const value = known.get(x) ?? sign * evaluator.meanOf([x], definition, agents);
    known.set(x, value);
    return value;
  };
}

/** The maximum near a point: steps of doubled length until a point is better than both neighbors, then parabolas. */
function localMaximum(
  valueAt: (x: number) => number,
  start: number,
  firstStep: number,
  [from, to]: readonly [number, number],
): { x: number; value: number } {
  let [best, step] = [start, firstStep];
  for (;;) {
    const [low, high] = [Math.max(from, best - step), Math.min(to, best + step)];
    const next = valueAt(low) > valueAt(high) ? low : high;
    if (valueAt(next) <= valueAt(best)) {
      const grid = [...new Set([low, best, high])];
      const known = new Set(grid);
      const at = (x: number) => {
        known.add(x);
        return { value: valueAt(x), slacks: [] };
      };
      const canContinue = () => known.size < grid.length + maxRefinements;
      return maximizeOnLine({ low, high, grid, at, canContinue });
    }
    [best, step] = [next, 2 * step];
  }
}

/**
 * Interval of the best value: the middle 95% of the draws for the estimation error, and the other parts of the error in addition.
 *
 * @param derived errors of the best value by its derivatives
 * @param isAtBound whether the best value is at a bound. Its derivatives then describe a value beyond it
 */
export function drawnErrors(
  { values }: DrawnOptimum,
  best: number,
  derived: ArgumentErrors,
  isAtBound: boolean,
  figures: GoalFigures,
): ArgumentErrors {
  const unknown = { simulation: null, estimation: null, population: null, model: null };
  const others: ErrorParts = { ...(derived.errors ?? unknown), estimation: null };
  const [low, high] = [quantileOfSorted(values, 0.025), quantileOfSorted(values, 0.975)];
  const errors: ErrorParts = { ...others, estimation: (high - low) / (2 * zScore95) };
  // Few groups of respondents widen the distribution of the coefficients.
  const quantile = derived.errors ? figures.quantile(errors) : zScore95;
  const widening = quantile / zScore95;
  const [below, above] = [Math.max(0, best - low), Math.max(0, high - best)].map((distance) => widening * distance);
  if (isAtBound) {
    const [from, to] = derived.interval ?? [best, best];
    return { interval: [Math.min(best - below!, from), Math.max(best + above!, to)], errors };
  }
  const added = quantile * Math.hypot(...Object.values(others).map((part: number | null) => part ?? 0));
  return { interval: [best - Math.hypot(below!, added), best + Math.hypot(above!, added)], errors };
}
