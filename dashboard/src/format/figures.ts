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
