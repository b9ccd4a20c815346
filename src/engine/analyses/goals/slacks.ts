import type { Constraint } from './goal-request.js';

/** Distance of each constraint to its limit; negative if it is violated. */
export function slacksOf(constraints: readonly Constraint[], means: readonly number[]): number[] {
  return constraints.map(({ at_most, at_least }, k) => {
    const value = means[1 + k]!;
    return at_most === undefined ? value - at_least! : at_most - value;
  });
}
