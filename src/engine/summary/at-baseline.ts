import { type Summary } from './summary.js';

const NOTHING = [0, 0] as const;

/** The summary of the baseline itself: it differs from the baseline by nothing, and that is no estimate. */
export function atBaseline(summary: Summary): Summary {
  const same = <Compared extends object>(one: Compared) => ({ ...one, difference_interval: NOTHING });
  return {
    ...summary,
    outcomes: summary.outcomes.map(same),
    measures: summary.measures.map(same),
    curves: summary.curves.map((curve) => ({ ...curve, points: curve.points.map(same) })),
    segments: summary.segments.map((segment) => ({
      ...segment,
      groups: segment.groups.map((group) => ({
        ...group,
        outcomes: group.outcomes.map(same),
        measures: group.measures.map(same),
      })),
    })),
  };
}
