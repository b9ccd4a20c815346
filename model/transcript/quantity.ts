// Bound once: Jest gives each test file its own global object, which makes each lookup of a global slow.
const { abs, floor, round } = Math;
const asNumber = Number;

/** Groups the digits of an integer: `1,234`. Formats much faster than `Intl`, which formats only very large numbers and no numbers. */
function wholeText(value: number): string {
  const size = abs(value);
  if (!(size < 1e6)) return wholeNumber.format(value);
  if (size < 1_000) return `${value + 0}`;
  const rest = `${size % 1_000}`.padStart(3, '0');
  return `${value < 0 ? '-' : ''}${floor(size / 1_000)},${rest}`;
}

// The engine must not depend on the machine's locale. `signDisplay` shows -0 as 0.
const wholeNumber = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0, signDisplay: 'negative' });
const hundredths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const dollarsAndCents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Rounds to 0, 1 or 2 decimals by size and removes trailing zeros: 63, 1.3, 0.57. */
export function displayNumber(value: number): string {
  const decimals = decimalsOf(value);
  // `toFixed` rounds halves away from 0.
  if (decimals === 0 && abs(value) < maxRounded) return `${value < 0 ? -round(-value) : round(value)}`;
  return `${asNumber(value.toFixed(decimals)) + 0}`;
}

/** Below this size, numbers have halves. */
const maxRounded = 2 ** 52;

function decimalsOf(value: number): number {
  const size = abs(value);
  return size >= 10 ? 0 : size >= 1 ? 1 : 2;
}

/** Formats a quantity with its unit: `63 min`, `2 h 5 min`, `CHF 52`, `$1.50`, `12%` for a share, `1 week`. */
export function displayQuantity(value: number, unit: string): string {
  switch (unit) {
    case 'min':
      return displayMinutes(value);
    case 'USD':
      return value >= 10 || Number.isInteger(value) ? wholeDollars(round(value)) : dollarsAndCents.format(value);
    case 'share':
      return `${round(value * 100)}%`;
    case 'years':
      return displayYears(value);
    default:
      return isCurrency(unit) ? `${unit} ${wholeText(round(value))}` : counted(displayNumber(value), unit);
  }
}

/** Currencies without a symbol of their own. */
const currencies = ['AUD', 'CAD', 'CHF', 'EUR'];
const isCurrency = (unit: string) => currencies.includes(unit);

function wholeDollars(value: number): string {
  return `${value < 0 ? '-' : ''}$${wholeText(abs(value))}`;
}

/** Formats years like ages: whole years from 2, months for fractions below 2. */
function displayYears(value: number): string {
  if (value >= 2 || Number.isInteger(value)) return counted(floor(value), 'years');
  const months = round(value * 12);
  if (months === 0) return 'less than a month';
  return months % 12 === 0 ? counted(months / 12, 'years') : counted(months, 'months');
}

function counted(number: number | string, unit: string): string {
  return `${number} ${`${number}` === '1' ? singular(unit) : unit}`;
}

/** Singular of a unit: `week`, `departure a day`. Units that do not begin with a plural are unchanged. */
function singular(unit: string): string {
  return unit.replace(/^([a-z]{3,})s(?= |$)/, '$1');
}

function displayMinutes(value: number): string {
  const minutes = round(value);
  if (minutes < 120) return `${minutes} min`;
  const rest = minutes % 60;
  const hours = `${(minutes - rest) / 60} h`;
  return rest === 0 ? hours : `${hours} ${rest} min`;
}

/** Smallest displayed step of a unit: 1 for minutes and currencies, 0.01 otherwise. */
function displayStep(unit: string): number {
  return unit === 'min' || isCurrency(unit) ? 1 : 0.01;
}

/** A format for quantities of one unit. Quantities one `step` apart have different texts. */
export interface DisplayFormat {
  readonly step: number;
  readonly display: (value: number) => string;
}

/**
 * Formats for quantities of a unit and of about this size, each finer than the previous one: minutes, then seconds; francs, then hundredths
 * of a franc.
 */
export function displayFormats(unit: string, size: number): DisplayFormat[] {
  const display = (value: number) => displayQuantity(value, unit);
  if (isCurrency(unit))
    return [
      { step: 1, display },
      { step: 0.01, display: (value) => `${unit} ${hundredths.format(value)}` },
    ];
  switch (unit) {
    case 'min':
      return [
        { step: 1, display },
        { step: 1 / 60, display: displaySeconds },
      ];
    case 'share':
      return [
        { step: 0.01, display },
        { step: 0.0001, display: (value) => `${Number((value * 100).toFixed(2))}%` },
      ];
    case 'USD':
      return [
        { step: 10 ** -decimalsOf(size), display },
        { step: 0.01, display: (value) => dollarsAndCents.format(value) },
      ];
    default: {
      const step = 10 ** -decimalsOf(size);
      return [
        { step, display },
        ...[1, 2].map((digits) => ({
          step: step / 10 ** digits,
          display: (value: number) => `${Number(value.toFixed(decimalsOf(size) + digits)) + 0} ${unit}`,
        })),
      ];
    }
  }
}

function displaySeconds(value: number): string {
  const all = round(value * 60);
  const seconds = all % 60;
  const minutes = (all - seconds) / 60;
  if (seconds === 0) return displayMinutes(minutes);
  return minutes === 0 ? `${seconds} s` : `${displayMinutes(minutes)} ${seconds} s`;
}

/** Formats the absolute difference of two quantities as displayed, after rounding: CHF 126 and CHF 56 differ by CHF 70. */
export function displayDifference(a: number, b: number, unit: string): string {
  const step = displayStep(unit);
  return displayQuantity(abs(round(a / step) - round(b / step)) * step, unit);
}
