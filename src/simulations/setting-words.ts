// The dashboard uses this file too, so it imports nothing.

/** A parameter of a definition or of the API. */
export type NamedParameter =
  | { readonly label: string; readonly default: string; readonly options: readonly Option[] }
  | NumericParameter;

interface Option {
  readonly id: string;
  readonly label: string;
}

interface NumericParameter {
  readonly label: string;
  readonly unit: string;
  readonly default: number;
}

type Value = number | string | undefined;

const exact = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 12 });
const threeDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
const currencies = /^(AUD|CAD|CHF|EUR)$/;
/** A multiple from this one on reads better than a percentage: `3 times the baseline`. */
const minTimes = 2;

/**
 * A value in words: `20% lower`, `37%`, `150 miles`, `AUD 50`, or the label of an option. Values in a unit without a meaning of its own, such
 * as a factor or a price unit, are relative to the default.
 */
export function settingText(parameter: NamedParameter, value: Value): string {
  if ('options' in parameter) return parameter.options.find(({ id }) => id === value)?.label ?? String(value);
  if (typeof value !== 'number') return String(value ?? '');
  const { unit } = parameter;
  if (isRelative(parameter)) return relativeText(value / parameter.default);
  if (unit === 'share') return percentText(value, exact);
  if (unit === 'USD') return `$${numberText(value)}`;
  return currencies.test(unit) ? `${unit} ${numberText(value)}` : `${numberText(value)} ${unit}`.trim();
}

/** A range of values in words: `25% lower to 40% higher`, or `only unchanged` for a single value. */
export function rangeText(parameter: NamedParameter, [low, high]: readonly [number, number]): string {
  return low === high
    ? `only ${settingText(parameter, low)}`
    : `${settingText(parameter, low)} to ${settingText(parameter, high)}`;
}

/** After a change whose value the data do not contain. */
export const outsideTheData = ' (outside the data)';

/** A changed parameter in words: `Swissmetro fare 20% lower`, `Price AUD 100 instead of AUD 50`, `50% coinsurance instead of Free care`. */
export function changeText(parameter: NamedParameter, value: Value, reference: Value = parameter.default): string {
  const text = settingText(parameter, value);
  const other = settingText(parameter, reference);
  if ('options' in parameter) return `${text} instead of ${other}`;
  const isPlain = isRelative(parameter) && reference === parameter.default;
  return isPlain ? `${parameter.label} ${text}` : `${parameter.label} ${text} instead of ${other}`;
}

/** Whether the unit has no meaning of its own. */
function isRelative({ unit, default: baseline }: NumericParameter): boolean {
  return baseline > 0 && (unit.startsWith('×') || unit === 'times' || /\bunits?$/.test(unit));
}

function relativeText(factor: number): string {
  if (factor === 1) return 'unchanged';
  if (factor === 0) return 'zero';
  if (factor >= minTimes) return `${threeDigits.format(factor)} times the baseline`;
  return `${percentText(Math.abs(factor - 1), threeDigits)} ${factor < 1 ? 'lower' : 'higher'}`;
}

const percentText = (share: number, format: Intl.NumberFormat) => `${format.format(100 * share)}%`;
const numberText = (value: number) => exact.format(value).replace('-', '−');
