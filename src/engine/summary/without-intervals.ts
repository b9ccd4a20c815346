import { mapOutcomes, mapSummary } from './map-summary.js';
import { type CurvePoint, type MeasureMean, type OutcomeShare, type Summary } from './summary.js';

const UNKNOWN = { interval: null, baseline_interval: null, difference_interval: null };
const NO_ERRORS = { sampling: null, estimation: null };

const unknown = <Told extends object>(one: Told) => ({ ...one, ...UNKNOWN });
const unknownErrors = <Told extends object>(one: Told) => ({
  ...unknown(one),
  errors: NO_ERRORS,
  difference_errors: NO_ERRORS,
});

/**
 * Some of the agents who meet each other. What one does moves others, so that their number says nothing of the error: only whole runs with
 * other luck tell it, and those tell it of the whole.
 */
export function withoutIntervals<Part extends { outcomes: OutcomeShare[]; measures: MeasureMean[] }>(part: Part): Part {
  return mapOutcomes(part, unknown);
}

/** All of them, where no runs with other luck are at hand. */
export function summaryWithoutIntervals(summary: Summary): Summary {
  const point = (one: CurvePoint) => ({ ...one, interval: null, difference_interval: null });
  return mapSummary(summary, { whole: unknownErrors, point, group: unknown });
}
