import type { Outcome } from '../model/decision-family.js';
import { sumOf } from '../math/sum.js';
import type { OutcomeCounts } from './outcome-counts.js';
import type { Flow } from './summary.js';

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
