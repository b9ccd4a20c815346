import type { Column } from '../columns/column.js';
import type { Outcome } from '../equations/decision-family.js';
import { sumOf } from '../math/linear-algebra.js';
import type { Flow } from './summary.js';

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

/** Number of agents with one of these outcomes under the scenario. */
export function countOf(counts: OutcomeCounts, size: number, outcomes: readonly number[]): number {
  let count = 0;
  for (const outcome of outcomes) for (let other = 0; other < size; other++) count += counts[other * size + outcome]!;
  return count;
}

/** Returns the agents that moved between outcomes, largest flow first. Flows of equal size are in the order of the outcomes. */
export function flowsOf(outcomes: readonly Outcome[], counts: OutcomeCounts): Flow[] {
  const total = sumOf(counts);
  const flows: Flow[] = [];
  outcomes.forEach((from, row) => {
    outcomes.forEach((to, column) => {
      const count = counts[row * outcomes.length + column]!;
      if (row !== column && count > 0) flows.push({ from: from.id, to: to.id, count, share: count / total });
    });
  });
  return flows.sort((a, b) => b.count - a.count);
}
