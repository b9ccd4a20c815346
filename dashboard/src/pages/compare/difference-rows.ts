import type { FigureKind } from '../../format/figures';
import type { Range } from '../../measures/linear-estimate';
import type { Comparison } from './use-comparisons';

/** One figure of a comparison: the first simulation (A), the other one, and their difference. */
export interface DifferenceRow extends FigureKind {
  id: string;
  label: string;
  first: number;
  firstInterval: Range | null;
  other: number;
  otherInterval: Range | null;
  /** Other minus first. */
  difference: number;
  differenceInterval: Range | null;
}

const rangeOf = (interval: readonly number[] | null): Range | null =>
  interval === null ? null : [interval[0] ?? 0, interval[1] ?? 0];

export function shareRows(outcomes: Comparison['outcomes']): DifferenceRow[] {
  return outcomes.map((outcome) => ({
    id: outcome.id,
    label: outcome.label,
    kind: 'share',
    unit: '',
    first: outcome.reference_share,
    firstInterval: rangeOf(outcome.reference_interval),
    other: outcome.share,
    otherInterval: rangeOf(outcome.interval),
    difference: outcome.difference,
    differenceInterval: rangeOf(outcome.difference_interval),
  }));
}

export function meanRows(measures: Comparison['measures']): DifferenceRow[] {
  return measures.map((measure) => ({
    id: measure.id,
    label: measure.label,
    kind: 'mean',
    unit: measure.unit,
    first: measure.reference_mean,
    firstInterval: rangeOf(measure.reference_interval),
    other: measure.mean,
    otherInterval: rangeOf(measure.interval),
    difference: measure.difference,
    differenceInterval: rangeOf(measure.difference_interval),
  }));
}
