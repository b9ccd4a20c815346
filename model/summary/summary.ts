import type { ErrorParts } from './errors.js';
import type { Interval } from './intervals.js';

export type { ErrorParts } from './errors.js';

/**
 * The results of a simulation as unrounded numbers. All intervals are 95% intervals that combine the known parts of the error. If agents
 * interact, segments have no intervals, because their agents depend on the other agents.
 */
export interface Summary {
  agent_count: number;
  outcomes: OutcomeSummary[];
  /** Groups of outcomes that the definition names. */
  outcome_groups: OutcomeSummary[];
  measures: MeasureSummary[];
  curves: CurveSummary[];
  segments: SegmentSummary[];
  /** Numbers of agents that moved from one outcome under the baseline to another one, largest flow first. */
  flows: Flow[];
  uncertainty: UncertaintySummary;
}

export interface UncertaintySummary {
  /** Probability that an interval contains the true value, if all parts of its error are known. */
  level: number;
  /** Method of the estimation error: analytic derivatives, or random draws of the coefficients. */
  method: 'delta' | 'draws';
  /** Number of random draws of the coefficients; 0 for the delta method. */
  parameter_draws: number;
  /** Repeated runs with other random errors, for the simulation error of interacting agents; null for independent agents. */
  replicates: number | null;
  /** Whether shares are means of the agents' probabilities, or counted. */
  shares: 'expected' | 'counted';
}

/** A figure under scenario and baseline, their difference for the same agents with the same random errors, and their errors. */
export interface Errors {
  interval: Interval | null;
  baseline_interval: Interval | null;
  difference: number;
  difference_interval: Interval | null;
  errors: ErrorParts;
  difference_errors: ErrorParts;
}

export interface OutcomeShare extends Errors {
  id: string;
  label: string;
  /** Agents with the outcome, counted. */
  count: number;
  /** Mean of the agents' outcome probabilities. Counted if agents interact. */
  share: number;
  baseline_share: number;
}

export interface OutcomeSummary extends OutcomeShare {
  /** Mean of the outcome probabilities of the agents: the share without random errors. */
  expected_share: number;
  baseline_expected_share: number;
}

export interface MeasureMean extends Errors {
  id: string;
  label: string;
  unit: string;
  /** Mean of the agents' expected values. Mean of their realized values if agents interact. */
  mean: number;
  baseline_mean: number;
}

export interface MeasureSummary extends MeasureMean {
  /** Median of the agents' realized values. */
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

export interface CurvePoint extends Omit<Errors, 'baseline_interval'> {
  step: number;
  share: number;
  baseline_share: number;
}

/** Outcomes and measures of a part of the agents. */
export interface PartFigures {
  outcomes: OutcomeShare[];
  outcome_groups: OutcomeShare[];
  measures: MeasureMean[];
}

/** Outcomes and measures by the groups of one attribute. Groups without agents are omitted. */
export interface SegmentSummary {
  attribute: string;
  label: string;
  unit?: string;
  groups: SegmentGroup[];
}

export interface SegmentGroup extends PartFigures {
  id: string;
  label: string;
  agent_count: number;
}

export interface Flow {
  from: string;
  to: string;
  count: number;
  /** Share of all agents, 0 to 1. */
  share: number;
}
