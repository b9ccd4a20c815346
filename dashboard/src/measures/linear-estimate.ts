export type Range = readonly [number, number];

/** A figure of the API: a share or a difference of shares. */
export interface Figure {
  id: string;
  value: number;
  /** Its 95% interval; null if the API states none. */
  interval: Range | null;
}

/** A group of outcomes, with the figure that the API states for the whole group. */
export interface GroupFigure extends Figure {
  outcomes: readonly string[];
}

/**
 * How well the interval is known.
 * `exact`: it follows from the interval of one figure.
 * `conservative`: the intervals of several figures were added up, so the 95% interval is at most this wide.
 * `none`: the API states no interval for a figure that is needed.
 */
export type IntervalKind = 'exact' | 'conservative' | 'none';

export interface Estimate {
  value: number;
  interval: Range | null;
  kind: IntervalKind;
}

const tolerance = 1e-6;

/**
 * Returns the sum of weight times figure over all outcomes, with its interval.
 *
 * All shares add up to 1, and all differences of shares to 0. A constant can therefore be subtracted from each weight: the sum then
 * changes by a known number, and its error does not change. With two different weights, only one share remains, and the interval is exact.
 * Otherwise the API does not state how the errors of the shares are correlated. The standard error of a sum is at most the sum of the
 * standard errors, for each correlation, so the sum of the half-widths is an upper limit. The constant with the narrowest limit is used.
 */
export function linearEstimate(
  weights: ReadonlyMap<string, number>,
  figures: readonly Figure[],
  groups: readonly GroupFigure[] = [],
): Estimate {
  const weightOf = (id: string) => weights.get(id) ?? 0;
  const value = sum(figures.map((figure) => weightOf(figure.id) * figure.value));
  const total = sum(figures.map((figure) => figure.value));
  const isComplete = Math.abs(total) < tolerance || Math.abs(total - 1) < tolerance;
  const constants = isComplete ? [...new Set(figures.map(({ id }) => weightOf(id)))] : [0];
  if (isComplete && constants.length === 1) return { value, interval: [value, value], kind: 'exact' };

  const single = isComplete ? singleFigure(weights, figures, groups) : undefined;
  if (single) {
    const interval = scaled(single.figure, single.weight);
    return interval
      ? { value, interval: [value + interval[0], value + interval[1]], kind: 'exact' }
      : { value, interval: null, kind: 'none' };
  }
  const bounds = constants.flatMap((constant) => {
    const parts = figures.map((figure) => scaled(figure, weightOf(figure.id) - constant));
    return parts.every((part) => part !== null) ? [parts.reduce<Range>(added, [0, 0])] : [];
  });
  const narrowest = bounds.sort((a, b) => widthOf(a) - widthOf(b))[0];
  return narrowest
    ? { value, interval: [value + narrowest[0], value + narrowest[1]], kind: 'conservative' }
    : { value, interval: null, kind: 'none' };
}

/** The sum of two estimates whose errors may be correlated in any way. */
export function addedEstimates(first: Estimate, second: Estimate): Estimate {
  const value = first.value + second.value;
  if (!first.interval || !second.interval) return { value, interval: null, kind: 'none' };
  const interval = added(first.interval, second.interval);
  if (widthOf(first.interval) === 0) return { value, interval, kind: second.kind };
  if (widthOf(second.interval) === 0) return { value, interval, kind: first.kind };
  return { value, interval, kind: 'conservative' };
}

export function negative({ value, interval, kind }: Estimate): Estimate {
  return { value: -value, interval: interval && [-interval[1], -interval[0]], kind };
}

export const widthOf = ([low, high]: Range): number => high - low;

/** With two different weights, the figure that alone determines the error: one outcome, or a group that the API reports. */
function singleFigure(
  weights: ReadonlyMap<string, number>,
  figures: readonly Figure[],
  groups: readonly GroupFigure[],
): { figure: Figure; weight: number } | undefined {
  const weightOf = (id: string) => weights.get(id) ?? 0;
  const distinct = [...new Set(figures.map(({ id }) => weightOf(id)))];
  const [first, second] = distinct;
  if (first === undefined || second === undefined || distinct.length > 2) return undefined;
  for (const [weight, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const members = figures.filter(({ id }) => weightOf(id) === weight);
    const figure = members.length === 1 ? members[0] : groups.find((group) => isSameSet(group.outcomes, members));
    if (figure) return { figure, weight: weight - other };
  }
  return undefined;
}

function isSameSet(ids: readonly string[], figures: readonly Figure[]): boolean {
  return ids.length === figures.length && figures.every(({ id }) => ids.includes(id));
}

/** Distance of both ends of the interval from the value, times the weight. */
function scaled({ value, interval }: Figure, weight: number): Range | null {
  if (weight === 0) return [0, 0];
  if (!interval) return null;
  const ends = interval.map((end) => (end - value) * weight) as [number, number];
  return weight > 0 ? ends : [ends[1], ends[0]];
}

const added = (a: Range, b: Range): Range => [a[0] + b[0], a[1] + b[1]];

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
