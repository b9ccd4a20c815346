/** Digits after the decimal point of percentages: enough to see a change, not more than the errors support. */
const percentDigits = 1;

const integers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const significant = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 });

/** A count with separators, like 10,000. */
export function formatCount(value: number): string {
  return integers.format(value);
}

/** `1 agent`, `2,000 agents`. */
export const formatAgents = (count: number): string => `${formatCount(count)} ${count === 1 ? 'agent' : 'agents'}`;

/** A number of any size with three significant digits. */
export function formatNumber(value: number): string {
  const text = Math.abs(value) >= 1000 ? integers.format(value) : significant.format(value);
  return text.replace('-', '−');
}

/** A number with these digits after the decimal point, for columns. */
export const formatFixed = (value: number, digits: number): string => value.toFixed(digits).replace('-', '−');

/** A difference of numbers with its sign, like −1.00 or +12.4. Both ends of an interval have comparable digits. */
export function formatChange(difference: number): string {
  const size = Math.abs(difference);
  if (size >= 1000) return `${signOf(difference)}${integers.format(size)}`;
  return `${signOf(difference)}${size === 0 ? '0' : size < 0.1 ? significant.format(size) : size.toFixed(decimalsOf(size))}`;
}

function decimalsOf(size: number): number {
  if (size >= 100) return 0;
  return size >= 10 ? 1 : 2;
}

/** A share between 0 and 1 as a percentage, like 63.4%. */
export function formatShare(share: number): string {
  return `${(share * 100).toFixed(percentDigits)}%`;
}

/** A share that a user sets, as a percentage without trailing zeros, like 70%. */
export function formatPercent(share: number): string {
  return `${formatNumber(share * 100)}%`;
}

/** A difference of two shares in percentage points, like +3.7 points. */
export function formatPoints(difference: number): string {
  const points = (Math.abs(difference) * 100).toFixed(percentDigits);
  return `${signOf(Number(points) === 0 ? 0 : difference)}${points} points`;
}

function signOf(value: number): string {
  if (value === 0) return '';
  return value > 0 ? '+' : '−';
}

/** An interval of shares, like 59.0% to 61.2%. */
export function formatShareInterval([low, high]: readonly [number, number]): string {
  return `${formatShare(low)} to ${formatShare(high)}`;
}

/** An interval of differences, like +2.0 to +5.4 points. */
export function formatPointsInterval([low, high]: readonly [number, number]): string {
  return `${formatPoints(low).replace(' points', '')} to ${formatPoints(high)}`;
}
