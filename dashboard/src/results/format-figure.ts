import {
  formatChange,
  formatNumber,
  formatPoints,
  formatPointsInterval,
  formatShare,
  formatShareInterval,
} from '../format/numbers';
import type { Interval } from './figure';

/** Shown where the service states no interval. */
export const noInterval = 'not known';

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
