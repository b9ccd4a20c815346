import { type Interval } from './intervals.js';

/**
 * The answer in numbers, none of them rounded. All intervals are of 95%. Those of the whole hold both the error of sampling (these agents,
 * not others) and the error of estimation (these coefficients, not others that the data allow as well); those of segments the first alone.
 * Of agents who meet each other only the whole has intervals: no part of them is independent of the rest.
 */
export interface Summary {
  agent_count: number;
  outcomes: OutcomeSummary[];
  measures: MeasureSummary[];
  curves: CurveSummary[];
  segments: SegmentSummary[];
  /** Who moved from what to what, compared with the baseline; the agents that stayed are left out. Largest first. */
  flows: Flow[];
  uncertainty: UncertaintySummary;
}

export interface UncertaintySummary {
  /** How often the coefficients were drawn anew; at 0 the intervals hold the error of sampling alone. */
  parameter_draws: number;
}

/** The parts of an error, as standard errors; their squares add up. */
export interface ErrorParts {
  /** Null where the agents do not tell it. */
  sampling: number | null;
  /** Null where the coefficients were not drawn anew. */
  estimation: number | null;
}

export interface ErrorEstimates {
  /** Of what it is the error of: here and in `difference_errors`. */
  errors: ErrorParts;
  difference_errors: ErrorParts;
}

export interface OutcomeShare {
  id: string;
  label: string;
  count: number;
  share: number;
  interval: Interval | null;
  baseline_share: number;
  baseline_interval: Interval | null;
  /** Share less baseline share, of the same agents with the same luck. */
  difference: number;
  difference_interval: Interval | null;
}

export interface OutcomeSummary extends OutcomeShare, ErrorEstimates {
  /** The mean of the agents' chances: the share without the luck of the draw. */
  expected_share: number;
  baseline_expected_share: number;
}

export interface MeasureMean {
  id: string;
  label: string;
  unit: string;
  mean: number;
  /** Null where so few agents do not tell it: one, or fewer than 30 who are all alike. The other two likewise. */
  interval: Interval | null;
  baseline_mean: number;
  baseline_interval: Interval | null;
  /** Mean less baseline mean, of the same agents with the same luck. */
  difference: number;
  difference_interval: Interval | null;
}

export interface MeasureSummary extends MeasureMean, ErrorEstimates {
  median: number;
  baseline_median: number;
  /** Between which values the middle eight of ten agents lie. */
  tenth_to_ninetieth_percentile: Interval;
}

export interface CurveSummary {
  id: string;
  label: string;
  step_unit: string;
  points: CurvePoint[];
}

export interface CurvePoint {
  step: number;
  share: number;
  interval: Interval | null;
  baseline_share: number;
  difference: number;
  difference_interval: Interval | null;
}

/** The outcomes by one attribute. Groups without agents are left out. */
export interface SegmentSummary {
  attribute: string;
  label: string;
  unit?: string;
  groups: SegmentGroup[];
}

export interface SegmentGroup {
  id: string;
  label: string;
  agent_count: number;
  outcomes: OutcomeShare[];
  measures: MeasureMean[];
}

export interface Flow {
  from: string;
  to: string;
  count: number;
  /** Of all agents. */
  share: number;
}
