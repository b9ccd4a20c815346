import { formatDifference, formatDifferenceInterval, formatValue, formatValueInterval } from '../results/figure';

/** What a figure is: a share from 0 to 1, or a mean in a unit. */
export interface FigureKind {
  kind: 'share' | 'mean';
  unit: string;
}

type Interval = Parameters<typeof formatValueInterval>[1];

/** How to write the values of a figure, or its differences, with its unit. */
export function figureFormat({ kind, unit }: FigureKind, isDifference: boolean) {
  const own = kind === 'share' ? 'share' : '';
  const withUnit = (text: string) => (kind === 'share' ? text : `${text} ${unit}`.trim());
  const [value, range] = isDifference
    ? [formatDifference, formatDifferenceInterval]
    : [formatValue, formatValueInterval];
  return {
    value: (number: number) => withUnit(value(own, number)),
    interval: (interval: Interval) => (interval ? withUnit(range(own, interval)) : 'unknown'),
  };
}

export type Range = readonly [number, number];

/** An interval of the API, whose type is a list of any length. */
export const rangeOf = (interval: readonly number[] | null): Range | null =>
  interval === null ? null : [interval[0] ?? 0, interval[1] ?? 0];
