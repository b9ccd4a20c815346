import type { Interval } from '../../summary/intervals.js';
import { solutionGradientAgents } from './argument-errors.js';
import { findRoot } from './find-root.js';
import type { GoalEvaluator } from './goal-evaluator.js';
import type { GoalFigures } from './goal-figures.js';

/** Evaluations of each limit. */
const maxSteps = 10;
const leastSteps = 5;
/** Precision of a limit, relative to the width of the bounds. */
const precision = 1e-3;

/**
 * Interval of a parameter whose objective has a target: the values around the solution at which the interval of the objective contains the
 * target. It follows the curve, which is rarely straight. A limit outside the bounds is the bound.
 * Source: Casella and Berger, "Statistical inference" (2002), section 9.2.1: an interval is the set of values that a test does not reject.
 *
 * @param at the solution
 * @returns null if the objective has no interval, or too few evaluations are left
 */
export function invertedInterval(evaluator: GoalEvaluator, figures: GoalFigures, at: number): Interval | null {
  const { parameters, objective } = evaluator.request;
  const { from, to } = parameters[0]!;
  const target = objective.target!;
  // Negative where the interval of the objective does not contain the target.
  const depthAt = (x: number) => {
    const { value, interval } = figures.of(objective, 0, evaluator.evaluate([x], solutionGradientAgents));
    if (!interval) return NaN;
    return value < target ? interval[1] - target : target - interval[0];
  };
  // The solution, the ends of the bounds, and the steps of both limits.
  const steps = Math.min(maxSteps, Math.floor((evaluator.left() - 3) / 2));
  if (steps < leastSteps) return null;
  const depth = depthAt(at);
  if (!(depth >= 0)) return null;
  const limit = (end: number) => {
    const own = depthAt(end);
    let used = 0;
    return own >= 0 ? end : findRoot(depthAt, [at, depth], [end, own], precision * (to - from), () => used++ < steps);
  };
  return [limit(from), limit(to)];
}
