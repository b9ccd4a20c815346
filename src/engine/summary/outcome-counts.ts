import type { Column } from '../columns/column.js';

/** Agent counts by baseline outcome b and outcome o, at `counts[b * outcomeCount + o]`. */
export type OutcomeCounts = Uint32Array;

/**
 * Counts the agents of each group by baseline outcome and outcome. `groupOf[row]` is the group of an agent; -1 for agents in no group.
 */
export function countByGroup(
  outcome: Column,
  baseline: Column,
  outcomeCount: number,
  groupOf: ArrayLike<number>,
  groupCount: number,
): OutcomeCounts[] {
  const cellCount = outcomeCount * outcomeCount;
  const counts = new Uint32Array(groupCount * cellCount);
  for (let row = 0; row < outcome.values.length; row++) {
    if (groupOf[row]! < 0) continue;
    const cell = groupOf[row]! * cellCount + baseline.values[row]! * outcomeCount + outcome.values[row]!;
    counts[cell] = counts[cell]! + 1;
  }
  return Array.from({ length: groupCount }, (_, group) => counts.subarray(group * cellCount, (group + 1) * cellCount));
}
