import type { Size } from './amount.js';
import {
  adjectives,
  factorOf,
  fillers,
  lackWords,
  movements,
  stemmed,
  timesWords,
  wholeWords,
  zeroWords,
} from './lexicon.js';
import { isNoLonger } from './negation.js';
import { determiners } from './negation-words.js';
import { magnitudeAt, readFraction, readNumber, readOutOf, type ReadNumber } from './numbers.js';
import type { Token } from './tokens.js';
import { currencies, isMoney, knownUnit, type Unit } from './units.js';

const one = (word: string) => stemmed(word)[0]!;
const half = one('half');
const percentage = one('percentage');
const again = one('again');
const point = one('points');
const free = one('free');
const factor = one('factor');
const roughly = new Set(stemmed('about around roughly nearly some'));

/** Reads the amount that begins at a token, before its direction is known. */
export function sizeAt(tokens: readonly Token[], from: number): Size | undefined {
  const stem = tokens[from]!.stem;
  return (
    money(tokens, from) ??
    prefixFactor(tokens, from, stem) ??
    wordFactor(tokens, from, stem) ??
    factorNumber(tokens, from) ??
    fraction(tokens, from) ??
    outOf(tokens, from) ??
    number(tokens, from) ??
    wholeOrNone(tokens, from, stem)
  );
}

/** Only for money: elsewhere, `5 m` means meters. */
const shortMagnitudes = new Map([
  ['k', 1e3],
  ['m', 1e6],
  ['b', 1e9],
]);

/** `$5`, `AUD 250`, `$2m`. */
function money(tokens: readonly Token[], from: number): Size | undefined {
  if (!currencies.has(tokens[from]!.stem)) return undefined;
  const read = readNumber(tokens, from + 1);
  const unit = knownUnit(tokens[from]!.stem) ?? null;
  if (!read) return undefined;
  const times = shortMagnitudes.get(tokens[read.to]?.stem ?? '');
  if (times) return { from, to: read.to + 1, kind: 'plain', size: read.value * times, unit };
  return withPeriod(tokens, { from, kind: 'plain', unit, ...withCents(tokens, read.to, read.value, unit) });
}

/** `two dollars and eighty-four cents`, `a dollar fifty`. */
function withCents(
  tokens: readonly Token[],
  to: number,
  size: number,
  unit: Unit | null,
): { size: number; to: number } {
  if (!unit || unit.size !== 1 || !isMoney(unit)) return { size, to };
  const hasAnd = tokens[to]?.stem === 'and';
  const start = hasAnd ? to + 1 : to;
  const half = hasAnd ? readFraction(tokens, start) : undefined;
  if (half && tokens[half.to]?.stem !== 'of' && !adjectives.has(tokens[half.to]?.stem ?? ''))
    return { size: size + half.value, to: half.to };
  const read = readNumber(tokens, start);
  if (!read || !Number.isInteger(read.value) || read.value >= cents) return { size, to };
  if (knownUnit(tokens[read.to]?.stem ?? '')?.size === 1 / cents)
    return { size: size + read.value / cents, to: read.to + 1 };
  // `two fifty`, but `one dollar 20 people`.
  const isEnd = !/^[\p{L}%]/u.test(tokens[read.to]?.stem ?? '') || fillers.has(tokens[read.to]!.stem);
  return !hasAnd && read.value >= minCents && isEnd ? { size: size + read.value / cents, to: read.to } : { size, to };
}

const periods = new Map<string, number>([
  ...stemmed('day').map((stem) => [stem, 365] as const),
  ...stemmed('week weekly').map((stem) => [stem, 52] as const),
  ...stemmed('fortnight').map((stem) => [stem, 26] as const),
  ...stemmed('month monthly').map((stem) => [stem, 12] as const),
  ...stemmed('quarter quarterly').map((stem) => [stem, 4] as const),
  ...stemmed('year yearly annually annum').map((stem) => [stem, 1] as const),
]);
const per = new Set(stemmed('a an per each every'));

/** `a dollar a week`, `50 dollars yearly`. */
function withPeriod(tokens: readonly Token[], size: Size): Size {
  if (!size.unit || !isMoney(size.unit)) return size;
  const to = per.has(tokens[size.to]?.stem ?? '') ? size.to + 1 : size.to;
  const perYear = periods.get(tokens[to]?.stem ?? '');
  return perYear === undefined ? size : { ...size, to: to + 1, perYear };
}

const cents = 100;
const minCents = 5;
const articles = new Set(stemmed('a an'));
const prefixes = new Set(['x', '×']);
const times = one('times');

/** `x2`, `×1.5`, `times two`. */
function prefixFactor(tokens: readonly Token[], from: number, stem: string): Size | undefined {
  const isPrefix = prefixes.has(stem) || (stem === times && tokens[from]!.word === 'times' && from > 0);
  const read = isPrefix ? readNumber(tokens, from + 1) : undefined;
  return read && !knownUnit(tokens[read.to]?.stem ?? '')
    ? { from, to: read.to, kind: 'factor', size: read.value }
    : undefined;
}

/** `twice`, `doubled`; `half as`, `cut in half`. */
function wordFactor(tokens: readonly Token[], from: number, stem: string): Size | undefined {
  const factor = factorOf(stem);
  if (factor !== undefined) return { from, to: from + 1, kind: 'factor', size: factor };
  const next = tokens[from + 1]?.stem;
  // `half as long again`, `half again as long`.
  if (stem === half && next === 'as' && tokens[from + 3]?.stem === again)
    return {
      from,
      to: from + 4,
      kind: 'factor',
      size: 1.5,
      aspect: adjectives.get(tokens[from + 2]!.stem)?.aspect ?? null,
    };
  if (stem === half && next === again && tokens[from + 2]?.stem === 'as')
    return { from, to: from + 2, kind: 'factor', size: 1.5 };
  if (stem === half && next === 'as') return { from, to: from + 1, kind: 'factor', size: 0.5 };
  return stem === 'in' && next === half ? { from, to: from + 2, kind: 'factor', size: 0.5 } : undefined;
}

/** `a factor of two`, `a factor 2`. */
function factorNumber(tokens: readonly Token[], from: number): Size | undefined {
  if (tokens[from]!.stem !== factor) return undefined;
  let at = from + 1;
  if (tokens[at]?.stem === 'of') at++;
  if (roughly.has(tokens[at]?.stem ?? '')) at++;
  const read = readNumber(tokens, at);
  return read && { from, to: read.to, kind: 'factor', size: read.value };
}

/** `a million` in `half a million` and `a quarter of a million`. */
function millionAt(tokens: readonly Token[], from: number): ReadNumber | undefined {
  const at = tokens[from]?.stem === 'of' ? from + 1 : from;
  const value = tokens[at]?.stem === 'a' ? magnitudeAt(tokens, at + 1) : undefined;
  return value === undefined ? undefined : { value, to: at + 2 };
}

/** `a third`, and `half an hour`. */
function fraction(tokens: readonly Token[], from: number): Size | undefined {
  const read = readFraction(tokens, from);
  if (!read) return undefined;
  const million = millionAt(tokens, read.to);
  if (million) {
    const own = unitAt(tokens, million.to);
    return { from, to: own ? million.to + 1 : million.to, kind: 'plain', size: read.value * million.value, unit: own };
  }
  // `half an hour`, `a half-hour`, `a quarter of an hour`.
  let measured = tokens[read.to]?.stem === 'of' ? read.to + 1 : read.to;
  if (articles.has(tokens[measured]?.stem ?? '')) measured++;
  const isDirect = measured === read.to || articles.has(tokens[measured - 1]?.stem ?? '');
  const unit = isDirect ? smallUnit(tokens[measured]) : undefined;
  if (unit) return { from, to: measured + 1, kind: 'plain', size: read.value, unit };
  let at = tokens[read.to]?.stem === 'of' ? read.to + 1 : read.to;
  while (determiners.has(tokens[at]?.stem ?? '') || presents.has(tokens[at]?.stem ?? '')) at++;
  const named = tokens[at]?.stem ?? '';
  // `half price`, `half the fare`, `two thirds of today's fare`.
  // `a third as strong` multiplies.
  if (wholes.has(named) || tokens[read.to]?.stem === 'as')
    return { from, to: read.to, kind: 'factor', size: read.value };
  return { from, to: read.to, kind: 'percent', size: read.value, isFraction: true };
}

/** `hour` in `half an hour`; `unit` and `point` are units of any parameter that has them. */
function smallUnit(token: Token | undefined): Unit | undefined {
  if (!token) return undefined;
  return knownUnit(token.stem) ?? (token.stem === point ? { dimension: `of ${point}`, size: 1 } : undefined);
}

/** `one voter in five`. */
function outOf(tokens: readonly Token[], from: number): Size | undefined {
  const read = readOutOf(tokens, from);
  return read && { from, to: read.to, kind: 'percent', size: read.value, isFraction: true };
}

const everyWords = new Set(stemmed('every each'));
const shortTimes = new Set(stemmed('minute hour'));

function number(tokens: readonly Token[], from: number): Size | undefined {
  const read = isOneOf(tokens, from) ? { value: 1, to: from + 1 } : readNumber(tokens, from);
  // `every hour`.
  if (!read && everyWords.has(tokens[from]!.stem) && shortTimes.has(tokens[from + 1]?.stem ?? ''))
    return { from: from + 1, to: from + 2, kind: 'plain', size: 1, unit: knownUnit(tokens[from + 1]!.stem) ?? null };
  if (!read) return undefined;
  const { value, to } = read;
  const next = tokens[to]?.stem ?? '';
  if (next === '%' || next === percentage) {
    const points = tokens[to + 1]?.stem === point;
    return { from, to: to + (points ? 2 : 1), kind: 'percent', size: value / 100, points };
  }
  const ratio = next === ':' || next === 'to' ? readNumber(tokens, to + 1) : undefined;
  if (ratio && next === ':') return { from, to: ratio.to, kind: 'ratio', size: value };
  if (timesWords.has(next)) return { from, to: to + 1, kind: 'factor', size: value };
  const unit = unitAt(tokens, to);
  return withPeriod(tokens, { from, kind: 'plain', unit, ...withCents(tokens, unit ? to + 1 : to, value, unit) });
}

const beforeOne = new Set(stemmed('to from of than by take last'));

/** `a dollar`, but not `a $5 voucher`; `to an hour`, but not `four an hour`. */
function isOneOf(tokens: readonly Token[], from: number): boolean {
  const stem = tokens[from + 1]?.stem ?? '';
  if (shortTimes.has(stem)) return articles.has(tokens[from]!.stem) && beforeOne.has(tokens[from - 1]?.stem ?? '');
  const unit = articles.has(tokens[from]!.stem) && !currencies.has(stem) ? knownUnit(stem) : undefined;
  return unit?.size === 1 && isMoney(unit);
}

/** An unknown word counts as a unit of its own, so that 100 of one thing is never read as 100 of another. */
function unitAt(tokens: readonly Token[], at: number): Unit | null {
  const stem = tokens[at]?.stem ?? '';
  // `75 US cents`.
  if (stem === 'us' && knownUnit(tokens[at + 1]?.stem ?? '')) return unitAt(tokens, at + 1);
  const known = knownUnit(stem);
  if (known || !/^\p{L}/u.test(stem)) return known ?? null;
  const says = adjectives.has(stem) || movements.has(stem) || fillers.has(stem) || small.has(stem);
  return says ? null : { dimension: `of ${stem}`, size: 1 };
}

const wholes = new Set(stemmed('price fare cost fee time distance amount level rate'));
const presents = new Set(stemmed('today planned present what'));
const small = new Set(
  stemmed(
    'and or but more less than in who what how do does did will would people per if when while so than instead rather',
  ),
);

const change = one('change');
const maxDistanceToChange = 4;

/** Whether the question excludes a change rather than the thing: `no increase in`, `without a fare rise`. */
function lacksChange(tokens: readonly Token[], from: number): boolean {
  if (adjectives.has(tokens[from]?.stem ?? '')) return true;
  for (const { stem } of tokens.slice(from, from + maxDistanceToChange)) {
    if (movements.has(stem) || stem === change) return true;
    if (!/^\p{L}/u.test(stem) || small.has(stem) || stem === 'of') return false;
  }
  return false;
}

function wholeOrNone(tokens: readonly Token[], from: number, stem: string): Size | undefined {
  const only = { from, to: from + 1, size: 0 };
  if (lackWords.has(stem)) {
    if ((isNoLonger(tokens, from) && tokens[from + 1]!.stem !== one('one')) || lacksChange(tokens, from + 1))
      return { ...only, to: from + 2, kind: 'none', problem: 'negated' };
  }
  if (stem === free) return { ...only, kind: 'none', aspect: 'price' };
  if (zeroWords.has(stem) || lackWords.has(stem)) return { ...only, kind: 'none' };
  return wholeWords.has(stem) ? { ...only, kind: 'whole', size: 1 } : undefined;
}
