import { pairedDifferenceInterval, wilsonInterval } from './intervals.js';
import type { OutcomeCounts } from './outcome-counts.js';
import type { Outcome } from '../model/decision-family.js';
import type { Flow, OutcomeShare } from './summary.js';
import { sumOf } from '../math/sum.js';

/** Returns the share of each outcome under the scenario and the baseline. Intervals include only sampling error. */
export function outcomeShares(outcomes: readonly Outcome[], counts: OutcomeCounts): OutcomeShare[] {
  const size = outcomes.length;
  const total = sumOf(counts);
  return outcomes.map(({ id, label }, k) => {
    let count = 0;
    let baselineCount = 0;
    for (let other = 0; other < size; other++) {
      count += counts[other * size + k]!;
      baselineCount += counts[k * size + other]!;
    }
    const stayed = counts[k * size + k]!;
    return {
      id,
      label,
      count,
      share: count / total,
      interval: wilsonInterval(count, total),
      baseline_share: baselineCount / total,
      baseline_interval: wilsonInterval(baselineCount, total),
      difference: (count - baselineCount) / total,
      difference_interval: pairedDifferenceInterval(count - stayed, baselineCount - stayed, total),
    };
  });
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
