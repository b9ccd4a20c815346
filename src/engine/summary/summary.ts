import type { Interval } from './intervals.js';

/**
 * The results of a simulation as unrounded numbers. All intervals are 95% confidence intervals. Intervals for all agents include the
 * sampling error (a finite number of agents) and the estimation error (uncertain coefficients). Intervals of segments include only the
 * sampling error. If agents interact, segments have no intervals, because their agents depend on the other agents.
 */
export interface Summary {
  agent_count: number;
  outcomes: OutcomeSummary[];
  measures: MeasureSummary[];
  curves: CurveSummary[];
  segments: SegmentSummary[];
  /** Numbers of agents that moved from one outcome under the baseline to another one, largest flow first. */
  flows: Flow[];
  uncertainty: UncertaintySummary;
}

export interface UncertaintySummary {
  /** Number of random draws of the coefficients. If it is 0, the intervals include only sampling error. */
  parameter_draws: number;
}

/** The parts of an error, as standard errors. The variance of the error is the sum of their squares. */
export interface ErrorParts {
  /** Null if the agents are too few to estimate it. */
  sampling: number | null;
  /** Null if there were no random draws of the coefficients. */
  estimation: number | null;
}

export interface ErrorEstimates {
  /** Errors of the share or mean. */
  errors: ErrorParts;
  /** Errors of the difference from the baseline. */
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
  /** Share minus baseline share, for the same agents with the same random errors. */
  difference: number;
  difference_interval: Interval | null;
}

export interface OutcomeSummary extends OutcomeShare, ErrorEstimates {
  /** Mean of the outcome probabilities of the agents: the share without random errors. */
  expected_share: number;
  baseline_expected_share: number;
}

export interface MeasureMean {
  id: string;
  label: string;
  unit: string;
  mean: number;
  /** Null, like the other intervals, for one agent and for fewer than 30 agents with identical values. */
  interval: Interval | null;
  baseline_mean: number;
  baseline_interval: Interval | null;
  /** Mean minus baseline mean, for the same agents with the same random errors. */
  difference: number;
  difference_interval: Interval | null;
}

export interface MeasureSummary extends MeasureMean, ErrorEstimates {
  median: number;
  baseline_median: number;
  /** 10th and 90th percentiles of the agents. */
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

/** Outcomes and measures by the groups of one attribute. Groups without agents are omitted. */
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
  /** Share of all agents, 0 to 1. */
  share: number;
}
