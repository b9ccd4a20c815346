import type { GoalRequest } from './goal-request.js';

/** Points of the curve: on the line of one parameter, and on each axis of the grid of two. */
export const curvePoints = 21;
export const gridPoints = 11;

/** Maximum evaluations of all agents that a goal needs. The search stops before it exceeds them. */
export function maxEvaluationsOf({ parameters, constraints }: Pick<GoalRequest, 'parameters' | 'constraints'>): number {
  return parameters.length === 1 ? 80 + 20 * constraints.length : 400 + 50 * constraints.length;
}
