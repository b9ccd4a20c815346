import { mapOutcomes, mapSummary } from './map-summary.js';
import { type MeasureMean, type OutcomeShare, type Summary } from './summary.js';

const NOTHING = [0, 0] as const;

const same = <Compared extends object>(one: Compared) => ({ ...one, difference_interval: NOTHING });

/** Some of the agents under the baseline itself. */
export function withZeroDifferences<Part extends { outcomes: OutcomeShare[]; measures: MeasureMean[] }>(
  part: Part,
): Part {
  return mapOutcomes(part, same);
}

/** The summary of the baseline itself: it differs from the baseline by nothing, and that is no estimate. */
export function baselineSummary(summary: Summary): Summary {
  return mapSummary(summary, { whole: same, point: same, group: same });
}
