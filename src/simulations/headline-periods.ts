import { shareByPeriod } from '../engine/analyses.js';
import { changedPeriods, periodsOf, type Scenario, type WorkflowDefinition } from '../engine/definition.js';
import type { CurveRecord, HeadlineRecord } from './summary.schema.js';

export type HeadlinePeriods = NonNullable<HeadlineRecord['periods']>;
type PeriodShare = HeadlinePeriods['points'][number];
type Point = Pick<CurveRecord['points'][number], Exclude<keyof PeriodShare, 'period'>>;

/**
 * Shares of an outcome or outcome group in the first and the last period with other values than the reference, then in the last period of all,
 * so that the effect of a temporary change is not hidden by its end. Undefined if agents decide once or the scenarios are equal.
 */
export function headlinePeriods(
  definition: WorkflowDefinition,
  outcome: string,
  { scenario, reference }: { scenario: Scenario; reference: Scenario },
  curves: readonly Pick<CurveRecord, 'id' | 'points'>[] = [],
): HeadlinePeriods | undefined {
  const periods = periodsOf(definition);
  const changed = changedPeriods(definition, scenario, reference);
  const { decision, outcome_groups: groups = [] } = definition;
  if (!periods || changed.length === 0 || decision.family !== 'conditional_logit') return undefined;
  const members = groups.find(({ id }) => id === outcome)?.outcomes ?? [outcome];
  const alternatives = decision.alternatives.map(({ id }) => id);
  const pointsOf = (id: string) => curves.find((curve) => curve.id === shareByPeriod(id))?.points ?? [];
  const shown = [...new Set([changed[0]!, changed.at(-1)!, periods.number])];
  const points = shown.flatMap((period): PeriodShare[] => {
    const pointOf = (id: string) => pointsOf(id)[period - 1];
    const own = members.flatMap((id) => pointOf(id) ?? []);
    const others = alternatives.filter((id) => !members.includes(id)).flatMap((id) => pointOf(id) ?? []);
    return own.length === members.length ? [{ period, ...sumOf(own, others) }] : [];
  });
  return points.length === shown.length ? { unit: singular(periods.unit), points } : undefined;
}

/** Sum of the shares of some alternatives. Its interval is known for one alternative, and for all but one. */
function sumOf(own: readonly Point[], others: readonly Point[]): Point {
  const total = (read: (point: Point) => number) => own.reduce((sum, point) => sum + read(point), 0);
  const single = own.length === 1 ? own[0] : undefined;
  const other = others.length === 1 ? others[0] : undefined;
  const known = (read: (point: Point) => Point['interval'], whole: number): Point['interval'] => {
    if (single) return read(single);
    const ends = other && read(other);
    return ends ? [whole - ends[1], whole - ends[0]] : null;
  };
  return {
    share: total(({ share }) => share),
    interval: known(({ interval }) => interval, 1),
    baseline_share: total(({ baseline_share: share }) => share),
    difference: total(({ difference }) => difference),
    difference_interval: known(({ difference_interval: interval }) => interval, 0),
  };
}

/** `purchases` → `purchase`. */
const singular = (unit: string): string => unit.replace(/s$/, '');
