import type { Column } from '../columns/column.js';

/** Agent counts by baseline outcome b and outcome o, at `counts[b * outcomeCount + o]`. */
export type OutcomeCounts = Uint32Array;

/** Baseline outcome b and outcome o of each agent. */
export interface OutcomePairs {
  /** b * outcomeCount + o. */
  readonly pairOf: Uint32Array;
  readonly outcomeCount: number;
}

export function outcomePairs(outcome: Column, baseline: Column, outcomeCount: number): OutcomePairs {
  const pairOf = new Uint32Array(outcome.values.length);
  for (let row = 0; row < pairOf.length; row++)
    pairOf[row] = baseline.values[row]! * outcomeCount + outcome.values[row]!;
  return { pairOf, outcomeCount };
}

/** Counts all agents. */
export function countAll(pairs: OutcomePairs): OutcomeCounts {
  return countByGroup(pairs, new Uint8Array(pairs.pairOf.length), 1)[0]!;
}

/**
 * Counts the agents of each group by baseline outcome and outcome. `groupOf[row]` is the group of an agent; -1 for agents in no group.
 */
export function countByGroup(
  { pairOf, outcomeCount }: OutcomePairs,
  groupOf: ArrayLike<number>,
  groupCount: number,
): OutcomeCounts[] {
  const cellCount = outcomeCount * outcomeCount;
  const counts = new Uint32Array(groupCount * cellCount);
  for (let row = 0; row < pairOf.length; row++) {
    const group = groupOf[row]!;
    if (group < 0) continue;
    const cell = group * cellCount + pairOf[row]!;
    counts[cell] = counts[cell]! + 1;
  }
  return Array.from({ length: groupCount }, (_, group) => counts.subarray(group * cellCount, (group + 1) * cellCount));
}
