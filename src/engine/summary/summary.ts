import { type Interval } from './intervals.js';

/**
 * The answer in numbers, none of them rounded. All intervals are of 95% and hold the sampling error of the agents at these estimates;
 * the error of the estimates themselves is not in them.
 */
export interface Summary {
  agent_count: number;
  outcomes: OutcomeSummary[];
  segments: SegmentSummary[];
  /** Who moved from what to what, compared with the baseline; the agents that stayed are left out. Largest first. */
  flows: Flow[];
}

export interface OutcomeShare {
  id: string;
  label: string;
  count: number;
  share: number;
  /** Wilson's interval. */
  interval: Interval;
  baseline_share: number;
  /** Wilson's interval. */
  baseline_interval: Interval;
  /** Share less baseline share, of the same agents with the same luck. */
  difference: number;
  /** Bonett and Price's interval for paired shares. */
  difference_interval: Interval;
}

export interface OutcomeSummary extends OutcomeShare {
  /** The mean of the agents' chances: the share without the luck of the draw. */
  expected_share: number;
  baseline_expected_share: number;
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
}

export interface Flow {
  from: string;
  to: string;
  count: number;
  /** Of all agents. */
  share: number;
}
