import type { components } from '../api/types';
import { figureFormat, type FigureFormat } from '../format/figures';

export type Simulation = components['schemas']['Simulation'];
export type CaseStudy = components['schemas']['CaseStudy'];
export type Summary = components['schemas']['SimulationSummary'];
type Interval = readonly [number, number];

/** A share of agents or a mean of a measure, in one shape. */
export interface Figure {
  id: string;
  label: string;
  /** `share` for values from 0 to 1. */
  unit: string;
  value: number;
  /** Null: the service states no interval. */
  interval: Interval | null;
  baseline: number;
  difference: number;
  differenceInterval: Interval | null;
}

export function intervalOf(interval: readonly unknown[] | null): Interval | null {
  return interval === null ? null : [Number(interval[0]), Number(interval[1])];
}

/** The figure with this id, otherwise the first outcome or measure. Undefined only in a summary without both. */
export function figureIn({ outcomes, outcome_groups, measures }: Summary, id: string | null): Figure | undefined {
  const shares = (list: Summary['outcomes']) =>
    list.map((one) => ({ ...one, unit: 'share', value: one.share, baseline: one.baseline_share }));
  const means = measures.map((one) => ({ ...one, value: one.mean, baseline: one.baseline_mean }));
  const figures = [...shares(outcomes), ...means, ...shares(outcome_groups)];
  const found = figures.find((one) => one.id === id) ?? figures[0];
  return (
    found && {
      ...found,
      interval: intervalOf(found.interval),
      differenceInterval: intervalOf(found.difference_interval),
    }
  );
}

/** Writes the values of a figure, or its differences, without the unit of a measure: `63.4%`, `2.21`, `+3.7 points`. */
export const formatOf = (unit: string, isDifference: boolean): FigureFormat =>
  figureFormat({ kind: unit === 'share' ? 'share' : 'mean', unit: '' }, isDifference);
