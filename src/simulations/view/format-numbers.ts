import type { NumberFormat } from './view.schema.js';

type Interval = readonly [number, number];

export const exact = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 12 });
const threeDigits = new Intl.NumberFormat('en-US', { minimumSignificantDigits: 3, maximumSignificantDigits: 3 });
const whole = new Intl.NumberFormat('en-US');

/** `28.1%`. */
export const percent = (share: number): string => `${(100 * share).toFixed(1).replace('-', '−')}%`;
/** A difference of shares, in percentage points: `+4.2`. */
export const points = (difference: number): string => signed((100 * difference).toFixed(1));
/** The share before a change, so that the rounded shares differ by the rounded {@link points}: `12.8%` before 14.5% and +1.7. */
export const percentBefore = (share: number, difference: number): string => {
  const tenths = (value: number) => Math.round(10 * Number((100 * value).toFixed(1)));
  return percent((tenths(share) - tenths(difference)) / 1_000);
};
/** A value that a user set, exactly: `0.9`. */
export const setting = (value: number): string => exact.format(value).replace('-', '−');
/** A result, with three significant digits: `1,230`, `0.0412`, `2.10`. Integers are exact. */
export const number = (value: number): string => rounded(value).replace('-', '−');
/** A difference of results, with its sign: `+0.0412`. */
export const change = (value: number): string => signed(rounded(value));
export const countOf = (value: number): string => whole.format(value);

interface Counts {
  readonly observations: number;
  readonly respondents: number;
}

/** Respondents with several choices or rows have more observations than respondents. */
export const observationsText = ({ observations, respondents }: Counts): string =>
  `${countOf(observations)} observations${respondents === observations ? '' : ` of ${countOf(respondents)} respondents`}`;
/** `1 agent`, `2,000 agents`. */
export const agentsText = (count: number): string => `${countOf(count)} ${count === 1 ? 'agent' : 'agents'}`;

export function range(interval: Interval | null, format: (value: number) => string): string {
  return interval ? `${format(interval[0])} to ${format(interval[1])}` : '–';
}

/** An interval after its value: ` (1.2 to 3.4)`, or nothing if it is unknown. */
export function inParentheses(interval: Interval | null, format: (value: number) => string): string {
  return interval ? ` (${range(interval, format)})` : '';
}

function rounded(value: number): string {
  return (Number.isInteger(value) ? whole : threeDigits).format(value);
}

function signed(digits: string): string {
  if (Number(digits.replaceAll(',', '')) === 0) return digits.replace('-', '');
  return digits.startsWith('-') ? digits.replace('-', '−') : `+${digits}`;
}

/** Conditions on columns of the data file, like ` (PURPOSE 1 or 3, CHOICE not 0)`, which readers do not know. */
const columnConditions = / \([A-Z]{4,} (not )?\d[^()]*\)/g;

/** Joins texts of a definition to sentences: each starts with a capital letter and ends with a period. */
export function sentences(...texts: readonly string[]): string {
  const readable = texts.map((text) => text.replaceAll(columnConditions, ''));
  return readable
    .map((text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`)
    .join(' ');
}

export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** `a`, `a and b`, `a, b and c`. */
export function listOf(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** The formats of the numbers of charts. */
export const formats: Readonly<Record<NumberFormat, (value: number) => string>> = {
  percent,
  points,
  number,
  change,
};
