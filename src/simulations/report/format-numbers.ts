import type { Interval } from '../../engine/index.js';

const set = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 12 });
const measured = new Intl.NumberFormat('en-US', { minimumSignificantDigits: 3, maximumSignificantDigits: 3 });
const whole = new Intl.NumberFormat('en-US');

/** `28.1%`. */
export const percent = (share: number): string => `${(100 * share).toFixed(1).replace('-', '−')}%`;
/** A difference of shares, in points: `+4.2`. */
export const points = (difference: number): string => signed((100 * difference).toFixed(1));
/** What somebody chose: `0.9`. */
export const setting = (value: number): string => set.format(value).replace('-', '−');
/** What came out, to three digits: `1,230`, `0.0412`, `2.10`; a count as it is. */
export const number = (value: number): string => threeDigits(value).replace('-', '−');
export const change = (value: number): string => signed(threeDigits(value));
export const countOf = (value: number): string => whole.format(value);

/** Of an interval that is not known: a dash. */
export function range(interval: Interval | null, told: (value: number) => string): string {
  return interval ? `${told(interval[0])} to ${told(interval[1])}` : '–';
}

/** An interval behind its value: ` (1.2 to 3.4)`; nothing where it is not known. */
export function bracketed(interval: Interval | null, told: (value: number) => string): string {
  return interval ? ` (${range(interval, told)})` : '';
}

function threeDigits(value: number): string {
  return (Number.isInteger(value) ? whole : measured).format(value);
}

function signed(digits: string): string {
  if (Number(digits.replaceAll(',', '')) === 0) return digits.replace('-', '');
  return digits.startsWith('-') ? digits.replace('-', '−') : `+${digits}`;
}

/** Texts of a definition as one text: each begins with a capital and ends with a full stop. */
export function sentences(...texts: readonly string[]): string {
  return texts.map((text) => `${text[0]?.toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`).join(' ');
}
