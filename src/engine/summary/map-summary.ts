import type { CurvePoint, MeasureMean, OutcomeShare, Summary } from './summary.js';

type Mapper = <Estimate extends OutcomeShare | MeasureMean>(estimate: Estimate) => Estimate;

/** Returns a copy with `map` applied to every share and mean. */
export function mapOutcomes<Part extends { outcomes: OutcomeShare[]; measures: MeasureMean[] }>(
  part: Part,
  map: Mapper,
): Part {
  return { ...part, outcomes: part.outcomes.map(map), measures: part.measures.map(map) };
}

/** Returns a copy with the mappers applied: `whole` to all agents, `point` to the points of the curves, `group` to the segment groups. */
export function mapSummary(
  summary: Summary,
  { whole, point, group }: { whole: Mapper; point: (point: CurvePoint) => CurvePoint; group: Mapper },
): Summary {
  return {
    ...mapOutcomes(summary, whole),
    curves: summary.curves.map((curve) => ({ ...curve, points: curve.points.map(point) })),
    segments: summary.segments.map((segment) => ({
      ...segment,
      groups: segment.groups.map((each) => mapOutcomes(each, group)),
    })),
  };
}
