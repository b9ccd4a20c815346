import type { components } from '../api/client';
import {
  formatChange,
  formatNumber,
  formatPoints,
  formatPointsInterval,
  formatShare,
  formatShareInterval,
} from '../format/format';

export type Simulation = components['schemas']['Simulation'];
export type Summary = components['schemas']['SimulationSummary'];
type Errors = components['schemas']['Errors'];
export type Interval = readonly [number, number];

/** A share of agents or a mean of a measure, in one shape, for this scenario and for the baseline. */
export interface Figure {
  id: string;
  label: string;
  /** `share` for values from 0 to 1. */
  unit: string;
  value: number;
  /** Null: the service states no interval. */
  interval: Interval | null;
  baseline: number;
  baselineInterval: Interval | null;
  difference: number;
  differenceInterval: Interval | null;
  errors: Errors;
  differenceErrors: Errors;
}

type Part = Pick<Summary, 'outcomes' | 'outcome_groups' | 'measures'> | Summary['segments'][number]['groups'][number];
type Outcome = Part['outcomes'][number];
type Measure = Part['measures'][number];

export function intervalOf(interval: readonly unknown[] | null): Interval | null {
  return interval === null ? null : [Number(interval[0]), Number(interval[1])];
}

function figureOf(one: Outcome | Measure, unit: string, value: number, baseline: number): Figure {
  return {
    id: one.id,
    label: one.label,
    unit,
    value,
    interval: intervalOf(one.interval),
    baseline,
    baselineInterval: intervalOf(one.baseline_interval),
    difference: one.difference,
    differenceInterval: intervalOf(one.difference_interval),
    errors: one.errors,
    differenceErrors: one.difference_errors,
  };
}

const shareFigure = (one: Outcome) => figureOf(one, 'share', one.share, one.baseline_share);
const meanFigure = (one: Measure) => figureOf(one, one.unit, one.mean, one.baseline_mean);

interface Figures {
  /** The figure that the workflow is about. Undefined only in a summary without outcomes. */
  headline: Figure | undefined;
  /** Outcome groups and outcomes: the headline first, then the groups. */
  shares: Figure[];
  /** Measures: the headline first. */
  means: Figure[];
}

/** All figures of a summary, or of a group of agents. */
export function figuresOf(part: Part, headlineId: string | null): Figures {
  const shares = [...part.outcome_groups.map(shareFigure), ...part.outcomes.map(shareFigure)];
  const means = part.measures.map(meanFigure);
  const named = [...shares, ...means].find(({ id }) => id === headlineId);
  const firstOutcome = part.outcomes[0] && shareFigure(part.outcomes[0]);
  const headline = named ?? firstOutcome ?? means[0];
  const headlineFirst = (figures: Figure[]) => [
    ...figures.filter(({ id }) => id === headline?.id),
    ...figures.filter(({ id }) => id !== headline?.id),
  ];
  return { headline, shares: headlineFirst(shares), means: headlineFirst(means) };
}

const noInterval = 'not known';

/** A value without its unit: 63.4% or 2.21. */
export function formatValue(unit: string, value: number): string {
  return unit === 'share' ? formatShare(value) : formatNumber(value);
}

/** A difference without its unit if it is not a share: +3.7 points or −1.00. */
export function formatDifference(unit: string, difference: number): string {
  return unit === 'share' ? formatPoints(difference) : formatChange(difference);
}

export function formatValueInterval(unit: string, interval: Interval | null): string {
  if (interval === null) return noInterval;
  return unit === 'share'
    ? formatShareInterval(interval)
    : `${formatNumber(interval[0])} to ${formatNumber(interval[1])}`;
}

export function formatDifferenceInterval(unit: string, interval: Interval | null): string {
  if (interval === null) return noInterval;
  return unit === 'share'
    ? formatPointsInterval(interval)
    : `${formatChange(interval[0])} to ${formatChange(interval[1])}`;
}

/** What a figure is: a share from 0 to 1, or a mean in a unit. */
export interface FigureKind {
  kind: 'share' | 'mean';
  unit: string;
}

/** How to write the values of a figure, or its differences, with its unit. */
export function figureFormat({ kind, unit }: FigureKind, isDifference: boolean) {
  const own = kind === 'share' ? 'share' : '';
  const withUnit = (text: string) => (kind === 'share' ? text : `${text} ${unit}`.trim());
  const [value, range] = isDifference
    ? [formatDifference, formatDifferenceInterval]
    : [formatValue, formatValueInterval];
  return {
    value: (number: number) => withUnit(value(own, number)),
    interval: (interval: Interval | null) => (interval ? withUnit(range(own, interval)) : 'unknown'),
  };
}
