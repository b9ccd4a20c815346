import {
  formatChange,
  formatNumber,
  formatPoints,
  formatPointsInterval,
  formatShare,
  formatShareInterval,
} from './numbers';

/** What a figure is: a share from 0 to 1, or a mean in a unit. */
export interface FigureKind {
  kind: 'share' | 'mean';
  unit: string;
}

export interface FigureFormat {
  value: (value: number) => string;
  interval: (interval: readonly [number, number] | null) => string;
}

const missing = 'unknown';

/** How to write the values of a figure, or its differences. */
export function figureFormat({ kind, unit }: FigureKind, isDifference: boolean): FigureFormat {
  if (kind === 'share')
    return {
      value: isDifference ? formatPoints : formatShare,
      interval: (interval) =>
        interval ? (isDifference ? formatPointsInterval(interval) : formatShareInterval(interval)) : missing,
    };
  const number = isDifference ? formatChange : formatNumber;
  const withUnit = (text: string) => `${text} ${unit}`.trim();
  return {
    value: (value) => withUnit(number(value)),
    interval: (interval) => (interval ? withUnit(`${number(interval[0])} to ${number(interval[1])}`) : missing),
  };
}
