import { isChoice, type Parameter } from '../../engine/index.js';
import { setting } from './format-numbers.js';

type NumericParameter = Exclude<Parameter, { type: 'choice' }>;

/** Comparatives of a quantity: for less, for more, and after “twice as”. */
interface Comparatives {
  words: RegExp;
  less: string;
  more: string;
  adjective: string;
}

const currencies = /^(AUD|CAD|CHF|EUR)$/;

const byQuantity: readonly Comparatives[] = [
  { words: /\b(price|fare|cost|fee)s?\b/i, less: 'cheaper', more: 'more expensive', adjective: 'expensive' },
  { words: /\b(departures|frequency|number)\b/i, less: 'fewer', more: 'more', adjective: 'many' },
  { words: /\b(time|headway|distance|duration)\b/i, less: 'shorter', more: 'longer', adjective: 'long' },
];
const otherQuantity = { less: 'lower', more: 'higher', adjective: 'high' };

/** Value of a factor that changes nothing, in words. */
const unchanged = 'as in the data';

/** Formats the value of a parameter in words: `20% cheaper`, `99 of 1,000 trips`, `CHF 12`, or the label of an option. */
export function settingText(parameter: Parameter, value: number | string | undefined): string {
  if (isChoice(parameter)) return parameter.options.find(({ id }) => id === value)?.label ?? String(value);
  const number = Number(value);
  const { unit } = parameter;
  if (isFactor(parameter)) return factorText(parameter, number);
  if (unit === 'share') return shareText(parameter, number);
  if (unit === 'USD') return `$${setting(number)}`;
  return currencies.test(unit) ? `${unit} ${setting(number)}` : `${setting(number)} ${unit}`;
}

/** Formats the calibrated range: `20% cheaper to 25% more expensive`. A choice shows the number of its options. */
export function calibratedRangeText(parameter: Parameter): string {
  if (isChoice(parameter)) return `${parameter.options.length} options`;
  const [low, high] = parameter.calibrated_range;
  if (low === high) return `only ${settingText(parameter, low)}`;
  if (parameter.unit === 'share') return `${percentText(low)} to ${percentText(high)}`;
  return `${settingText(parameter, low)} to ${settingText(parameter, high)}`;
}

/** Values that multiply what is in the data. */
function isFactor({ unit, default: baseline }: NumericParameter): boolean {
  return baseline > 0 && (unit.startsWith('×') || unit === 'times');
}

function factorText({ id, label, default: baseline }: NumericParameter, value: number): string {
  const factor = value / baseline;
  if (factor === 1) return unchanged;
  if (factor === 0) return 'zero';
  const text = `${label} ${id.replaceAll('_', ' ')}`;
  const { less, more, adjective } = byQuantity.find(({ words }) => words.test(text)) ?? otherQuantity;
  if (factor === 2) return `twice as ${adjective}`;
  if (factor > 2) return `${setting(factor)} times as ${adjective}`;
  return factor < 1 ? `${setting(100 * (1 - factor))}% ${less}` : `${setting(100 * (factor - 1))}% ${more}`;
}

/** The description of a share names what is counted: “Share of trips on which …”. */
const countedNoun = /^Share of (?:the )?(.{1,40}?) (?:on which|in each|who|that|with|which)\b/;

function shareText({ description }: NumericParameter, value: number): string {
  const noun = countedNoun.exec(description)?.[1];
  if (noun === undefined) return percentText(value);
  const total = value > 0 && value < 0.01 ? 10_000 : 1_000;
  return `${setting(Math.round(value * total))} of ${setting(total)} ${noun}`;
}

const percentText = (share: number) => `${setting(100 * share)}%`;
