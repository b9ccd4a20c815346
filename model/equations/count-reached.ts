import type { CurveCount } from './decision-family.js';

/**
 * Counts the agents that reached an event by each step.
 *
 * @param at step at which each agent reached the event, by row; Infinity or a number beyond the last step if it never did
 * @param baselineAt as `at`, under the baseline
 */
export function countReached(
  at: ArrayLike<number>,
  baselineAt: ArrayLike<number>,
  steps: readonly number[],
): CurveCount[] {
  return steps.map((step) => {
    let [count, baseline, both] = [0, 0, 0];
    for (let row = 0; row < at.length; row++) {
      const [has, had] = [at[row]! <= step, baselineAt[row]! <= step];
      if (has) count++;
      if (had) baseline++;
      if (has && had) both++;
    }
    return { count, baseline, both };
  });
}
