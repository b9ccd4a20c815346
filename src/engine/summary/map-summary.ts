import { type CurvePoint, type MeasureMean, type OutcomeShare, type Summary } from './summary.js';

type Mapper = <One extends OutcomeShare | MeasureMean>(one: One) => One;

/** Returns a copy with every share and mean replaced by `map` of it. */
export function mapOutcomes<Part extends { outcomes: OutcomeShare[]; measures: MeasureMean[] }>(
  part: Part,
  map: Mapper,
): Part {
  return { ...part, outcomes: part.outcomes.map(map), measures: part.measures.map(map) };
}

/** Returns a copy with the shares and means of all agents, the points of the curves, and the groups replaced. */
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
