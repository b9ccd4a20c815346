// The dashboard uses this file too.
import type { NotReadReason } from '../../questions/reading.js';
import { capitalized, exact, listOf, setting } from './view/format-numbers.js';

/** A figure with its value at the reference. */
export interface WordedFigure {
  label: string;
  /** `share` for values from 0 to 1. */
  unit: string;
  difference: number;
}

/** Formatted numbers of a figure. */
export interface FigureTexts {
  baseline: string;
  value: string;
  /** The absolute difference: `5.4 points`, `1.00`. */
  size: string;
  /** The interval of the difference; null if it is unknown. */
  interval: string | null;
}

/** The effect on a figure in one phrase: `Car 26.8% → 21.4%: 5.4 points fewer (95% interval −7.7 to −3.1)`. */
export function effectText({ label, unit, difference }: WordedFigure, texts: FigureTexts): string {
  const { baseline, value, size, interval } = texts;
  const after = unit === 'share' ? '' : ` ${unit}`;
  const [less, more] = unit === 'share' ? ['fewer', 'more'] : ['lower', 'higher'];
  const change = Number.parseFloat(size) === 0 ? 'no difference' : `${size} ${difference < 0 ? less : more}`;
  return `${label} ${baseline} → ${value}${after}: ${change} (95% interval ${interval ?? 'not known'})`;
}

/** The difference of two scenarios in words: `Civic duty 4.1 points fewer than Neighbors`. */
export function differenceText(
  { unit, difference }: Pick<WordedFigure, 'unit' | 'difference'>,
  size: string,
  subject: string,
  reference: string,
): string {
  if (Number.parseFloat(size) === 0) return `no difference between ${reference} and ${subject}`;
  const [less, more] = unit === 'share' ? ['fewer', 'more'] : ['lower', 'higher'];
  return `${subject} ${size} ${difference < 0 ? less : more} than ${reference}`;
}

/** The effects on a figure in several periods in one phrase: `Car in trip 1: 26.8% → 21.4%: … ; in trip 6: …`. */
export function periodsText(label: string, unit: string, effects: readonly { period: number; text: string }[]): string {
  return effects.map(({ period, text }, at) => `${at === 0 ? `${label} ` : ''}in ${unit} ${period}:${text}`).join('; ');
}

/** What the result of a scenario depends on, in words. */
export interface ScenarioTexts {
  /** Changes whose values the question does not state. */
  assumed: readonly string[];
  /** The other changes. */
  changes: readonly string[];
  /** When the changes apply, and the groups of agents that the question names: `in purchases 1 to 2`, `Sex: Female`. */
  limits?: readonly string[];
  /** Words of the question that were not used, with the reason: `the workflow has no parameter for “better food”`. */
  unused: readonly string[];
}

/** More changes than this are counted instead of listed. */
const maxListedChanges = 3;

/**
 * The premise of a result, at the start of a headline: `Swissmetro fare 20% lower, Sex: Female`, `Assuming Swissmetro fare 10% lower`,
 * `Baseline`, or why words of the question were not used.
 */
export function scenarioText({ assumed, changes, limits = [], unused }: ScenarioTexts): string {
  const own = changesText(changes);
  const premise =
    assumed.length > 0
      ? `Assuming ${listOf(assumed)}${own && `, with ${own}`}`
      : own || (unused.length > 0 ? '' : 'Baseline');
  const limited = [premise, ...limits].filter(Boolean).join(', ');
  if (unused.length === 0) return limited;
  if (premise === '') return [`${capitalized(listOf(unused))}; this is the baseline`, ...limits].join(', ');
  return `${limited} (not included: ${listOf(unused)})`;
}

function changesText(changes: readonly string[]): string {
  const more = changes.length - maxListedChanges;
  const listed = changes.slice(0, maxListedChanges);
  return listOf(more > 0 ? [...listed, `${more} more ${more === 1 ? 'change' : 'changes'}`] : listed);
}

/** What a simulation keeps of its question. */
export interface StoredQuestion {
  interpreted?: readonly { parameter: string; value: number | string; source: string }[] | undefined;
  not_read?: readonly { words: string; reason: string }[] | undefined;
}

/**
 * Divides the changes of a scenario by whether the question states their values.
 *
 * @param changes changed parameters with their values and words
 * @param question null without a question
 */
export function scenarioTexts(
  changes: readonly { id: string; value: number | string | undefined; text: string }[],
  question: StoredQuestion | null,
): ScenarioTexts {
  const { interpreted = [], not_read: unread = [] } = question ?? {};
  // Other simulations of a comparison can have other values.
  const isAssumed = ({ id, value }: (typeof changes)[number]) =>
    interpreted.some((one) => one.source === 'assumed' && one.parameter === id && one.value === value);
  return {
    assumed: changes.filter(isAssumed).map(({ text }) => text),
    changes: changes.filter((one) => !isAssumed(one)).map(({ text }) => text),
    unused: unusedTexts(unread),
  };
}

/** Longer excerpts are cut: words that are not in English can be the whole question. */
const maxExcerptCharacters = 80;

const excerpt = (words: string): string =>
  `“${words.length > maxExcerptCharacters ? `${words.slice(0, maxExcerptCharacters).trimEnd()}…` : words}”`;

/** Words of a question without effect, each with its reason: `the workflow has no parameter for “better food”`. */
export function unusedTexts(unread: readonly { words: string; reason: string }[]): string[] {
  const inexpressible = unread.filter(({ reason }) => reason === 'no_parameter').map(({ words }) => excerpt(words));
  const others = unread.filter(({ reason }) => reason !== 'no_parameter');
  return [
    ...(inexpressible.length > 0 ? [`the workflow has no parameter for ${listOf(inexpressible)}`] : []),
    ...others.map(({ words, reason }) => `${excerpt(words)} ${reasonTexts[reason as NotReadReason]}`),
  ];
}

/** The first line about a question of which words were not used: `No parameter …`. Empty if the simulations use the whole question. */
export function missingText(coverage: string, unread: readonly { words: string; reason: string }[]): string {
  const unused = unusedTexts(unread.filter(({ reason }) => reason !== 'negated'));
  if (coverage === 'full' || unused.length === 0) return '';
  const isBaseline = coverage === 'baseline_only';
  return `${capitalized(listOf(unused))}. ${isBaseline ? 'Only the baseline can answer.' : 'The result does not include it.'}`;
}

/** The finding of a goal that no allowed value reaches: `70% is not reached within 25% lower to 40% higher; the most is 65.1%`. */
export function unreachedText(texts: {
  target: string;
  /** The bounds of each varied parameter in words. */
  bounds: readonly { label: string; range: string }[];
  hasConstraints: boolean;
  best: string;
  /** Whether the target is above all reachable values. */
  isAbove: boolean;
}): string {
  const { target, bounds, hasConstraints, best, isAbove } = texts;
  const ranges = bounds.length === 1 ? [bounds[0]!.range] : bounds.map(({ label, range }) => `${label} ${range}`);
  const within = `${listOf(ranges)}${hasConstraints ? ' and the constraints' : ''}`;
  return `${target} is not reached within ${within}; the ${isAbove ? 'most' : 'least'} is ${best}`;
}

/** Why words of a question were not used: predicates whose subject is the words. */
export const reasonTexts: Record<NotReadReason, string> = {
  ambiguous: 'fits several parameters or values, or may mean another one',
  forecast: 'names a date in the future, which the model does not contain',
  goal: 'names a result to reach instead of a value',
  inexact: 'has an approximate amount',
  instruction: 'instructs the service, but a question changes parameters only',
  language: 'is not in English',
  negated: 'is negated',
  no_amount: 'names a parameter without a direction or an amount',
  no_parameter: 'fits no parameter of the model',
  no_trade_off: 'asks for an amount of money that the model does not contain',
  other_unit: 'has a unit that the parameter does not use',
  out_of_bounds: 'is outside the allowed range',
  too_complex: 'takes too long to read: use fewer words and repeat none of them often',
  two_values: 'sets one parameter to two values',
};

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

const threeDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
const currencies = /^(AUD|CAD|CHF|EUR)$/;
/** A multiple from this one on reads better than a percentage: `3 times the baseline`. */
const minTimes = 2;

/** Unit of numbers of own data that name none, such as the prices 9, 12 and 15. */
const unnamedUnit = 'units';

/**
 * A value in words: `20% lower`, `37%`, `150 miles`, `AUD 50`, `15` without a unit, or the label of an option. Values in a unit without a
 * meaning of its own, such as a factor or a price unit, are relative to the default.
 */
export function settingText(parameter: NamedParameter, value: Value): string {
  if ('options' in parameter) return parameter.options.find(({ id }) => id === value)?.label ?? String(value);
  if (typeof value !== 'number') return String(value ?? '');
  const { unit } = parameter;
  if (isRelative(parameter)) return relativeText(value / parameter.default);
  if (unit === 'share') return percentText(value, exact);
  if (unit === 'USD') return `$${setting(value)}`;
  if (unit === unnamedUnit) return setting(value);
  return currencies.test(unit) ? `${unit} ${setting(value)}` : `${setting(value)} ${unit}`.trim();
}

/** A range of values in words: `25% lower to 40% higher`, or `only unchanged` for a single value. */
export function rangeText(parameter: NamedParameter, [low, high]: readonly [number, number]): string {
  return low === high
    ? `only ${settingText(parameter, low)}`
    : `${settingText(parameter, low)} to ${settingText(parameter, high)}`;
}

/** After a change whose value the data do not contain. */
export const outsideTheData = ' (outside the data)';

/** Option of parameters of own data, with which each agent keeps its own value. */
const asObserved = 'as_observed';

/** A changed parameter in words: `Swissmetro fare 20% lower`, `Price AUD 100 instead of AUD 50`, `50% coinsurance instead of Free care`. */
export function changeText(parameter: NamedParameter, value: Value, reference: Value = parameter.default): string {
  const text = settingText(parameter, value);
  const other = settingText(parameter, reference);
  if ('options' in parameter) {
    // Options of own data are values of a column, which mean nothing without its name.
    const isOfColumn = parameter.options.some(({ id }) => id === asObserved);
    if (isOfColumn && reference === asObserved) return `${parameter.label}: ${text} for all`;
    return `${isOfColumn ? `${parameter.label}: ` : ''}${text} instead of ${other}`;
  }
  const isPlain = isRelative(parameter) && reference === parameter.default;
  return isPlain ? `${parameter.label} ${text}` : `${parameter.label} ${text} instead of ${other}`;
}

/** Whether the unit has no meaning of its own. */
export function isRelative({ unit, default: baseline }: NumericParameter): boolean {
  return baseline > 0 && (unit.startsWith('×') || unit === 'times' || /\S units?$/.test(unit));
}

function relativeText(factor: number): string {
  if (factor === 1) return 'unchanged';
  if (factor === 0) return 'zero';
  if (factor >= minTimes) return `${threeDigits.format(factor)} times the baseline`;
  return `${percentText(Math.abs(factor - 1), threeDigits)} ${factor < 1 ? 'lower' : 'higher'}`;
}

const percentText = (share: number, format: Intl.NumberFormat) => `${format.format(100 * share)}%`;
