import { mapOutcomes, mapSummary } from './map-summary.js';
import type { CurvePoint, MeasureMean, OutcomeShare, Summary } from './summary.js';

const unknownIntervals = { interval: null, baseline_interval: null, difference_interval: null };
const noErrors = { sampling: null, estimation: null };

const removeIntervals = <Estimate extends object>(estimate: Estimate) => ({ ...estimate, ...unknownIntervals });
const removeErrors = <Estimate extends object>(estimate: Estimate) => ({
  ...removeIntervals(estimate),
  errors: noErrors,
  difference_errors: noErrors,
});

/**
 * Removes the intervals from the summary of a part of the agents. If agents interact, their outcomes are not
 * independent. Only repeated runs with other random errors show the sampling error, and only for all agents.
 */
export function withoutIntervals<Part extends { outcomes: OutcomeShare[]; measures: MeasureMean[] }>(part: Part): Part {
  return mapOutcomes(part, removeIntervals);
}

/** Removes all intervals and errors from a summary: the sampling error is unknown without repeated runs. */
export function summaryWithoutIntervals(summary: Summary): Summary {
  const removePointIntervals = (point: CurvePoint) => ({ ...point, interval: null, difference_interval: null });
  return mapSummary(summary, { whole: removeErrors, point: removePointIntervals, group: removeIntervals });
}
