import { mapOutcomes, mapSummary } from './map-summary.js';
import type { MeasureMean, OutcomeShare, Summary } from './summary.js';

const zeroInterval = [0, 0] as const;

const withZeroInterval = <Estimate extends object>(estimate: Estimate) => ({
  ...estimate,
  difference_interval: zeroInterval,
});

/** Returns the summary of a part of the agents, with difference intervals of [0, 0] because the scenario is the baseline. */
export function withZeroDifferences<Part extends { outcomes: OutcomeShare[]; measures: MeasureMean[] }>(
  part: Part,
): Part {
  return mapOutcomes(part, withZeroInterval);
}

/** Returns the summary of a baseline simulation. Its differences are exactly 0, so their intervals have no width. */
export function baselineSummary(summary: Summary): Summary {
  return mapSummary(summary, { whole: withZeroInterval, point: withZeroInterval, group: withZeroInterval });
}
