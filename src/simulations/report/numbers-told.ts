import type { Interval } from '../../engine/index.js';

const few = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const whole = new Intl.NumberFormat('en');

/** `28.1%`. */
export const percent = (share: number): string => `${(100 * share).toFixed(1).replace('-', '−')}%`;
/** A difference of shares, in points: `+4.2`. */
export const points = (difference: number): string => signed((100 * difference).toFixed(1));
/** Three digits: `1,230`, `0.0412`. */
export const number = (value: number): string => few.format(value).replace('-', '−');
export const change = (value: number): string => signed(few.format(value));
export const countOf = (value: number): string => whole.format(value);

export function range([low, high]: Interval, told: (value: number) => string): string {
  return `${told(low)} to ${told(high)}`;
}

function signed(digits: string): string {
  if (Number(digits.replaceAll(',', '')) === 0) return digits.replace('-', '');
  return digits.startsWith('-') ? digits.replace('-', '−') : `+${digits}`;
}

/** Texts of a definition as one text: each begins with a capital and ends with a full stop. */
export function sentences(...texts: readonly string[]): string {
  return texts.map((text) => `${text[0]?.toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`).join(' ');
}
