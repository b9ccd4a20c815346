import { agentsText, countOf, percent, points, range } from '../../../src/simulations/view/format-numbers';

const significant = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

export const formatCount = countOf;
export const formatAgents = agentsText;
/** A share between 0 and 1 as a percentage, like 63.4%. */
export const formatShare = percent;

/** A number of any size with three significant digits. */
export function formatNumber(value: number): string {
  const text = Math.abs(value) >= 1000 ? countOf(Math.round(value)) : significant.format(value);
  return text.replace('-', '−');
}

/** A number with these digits after the decimal point, for columns. */
export const formatFixed = (value: number, digits: number): string => value.toFixed(digits).replace('-', '−');

/** A difference of numbers with its sign, like −1.00 or +12.4. Both ends of an interval have comparable digits. */
export function formatChange(difference: number): string {
  const size = Math.abs(difference);
  const sign = difference === 0 ? '' : difference > 0 ? '+' : '−';
  if (size === 0 || size >= 1000) return `${sign}${countOf(Math.round(size))}`;
  const decimals = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return `${sign}${size < 0.1 ? significant.format(size) : size.toFixed(decimals)}`;
}

/** A share that a user sets, as a percentage without trailing zeros, like 70%. */
export const formatPercent = (share: number): string => `${formatNumber(share * 100)}%`;

/** A difference of two shares in percentage points, like +3.7 points. */
export const formatPoints = (difference: number): string => `${points(difference)} points`;

/** An interval of shares, like 59.0% to 61.2%. */
export const formatShareInterval = (interval: readonly [number, number]): string => range(interval, percent);

/** An interval of differences, like +2.0 to +5.4 points. */
export const formatPointsInterval = (interval: readonly [number, number]): string =>
  `${range(interval, points)} points`;

const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const dateOnly = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const units = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;

export function formatDateTime(iso: string): string {
  return dateAndTime.format(new Date(iso));
}

export function formatDate(iso: string): string {
  return dateOnly.format(new Date(iso));
}

export function formatRelative(iso: string): string {
  const seconds = (new Date(iso).getTime() - Date.now()) / 1000;
  const unit = units.find(([, size]) => Math.abs(seconds) >= size);
  return unit
    ? relative.format(Math.round(seconds / unit[1]), unit[0])
    : relative.format(Math.round(seconds), 'second');
}

/** A duration like 340 ms, 2.4 s or 3 min. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${Math.round(milliseconds / 60_000)} min`;
}
