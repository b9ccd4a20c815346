// Linguistic data: words that users write. cspell:ignore everybody
import type { Size } from './amount.js';
import {
  adjectives,
  clauseEnds,
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
import { determiners, losing } from './negation-words.js';
import { money, withCents, withPeriod } from './money.js';
import { magnitudeAt, readFraction, readNumber, readOutOf, type ReadNumber } from './numbers.js';
import type { Token } from './tokens.js';
import { zeroAt } from './zeros.js';
import { currencies, isMoney, knownUnit, speedAt, type Unit } from './units.js';

const one = (word: string) => stemmed(word)[0]!;
const half = one('half');
const percentage = one('percentage');
const again = one('again');
const point = one('points');
const free = one('free');
const nothing = one('nothing');
const notZero = new Set(stemmed('else but'));
const factor = one('factor');
const roughly = new Set(stemmed('about around roughly nearly some'));

/** Reads the amount that begins at a token, before its direction is known. */
export function sizeAt(
  tokens: readonly Token[],
  from: number,
  taken: ReadonlySet<number> = new Set(),
): Size | undefined {
  const stem = tokens[from]!.stem;
  return (
    money(tokens, from) ??
    prefixFactor(tokens, from, stem) ??
    wordFactor(tokens, from, stem) ??
    factorNumber(tokens, from) ??
    rest(tokens, from) ??
    fraction(tokens, from) ??
    outOf(tokens, from) ??
    number(tokens, from) ??
    zeroAt(tokens, from, taken) ??
    wholeOrNone(tokens, from, stem)
  );
}

const all = new Set(stemmed('all everyone everybody'));
const exceptions = new Set(stemmed('but except bar excluding'));

/** The share that an exception leaves: `all but 30% of voters`, `everyone except a fifth`. */
function rest(tokens: readonly Token[], from: number): Size | undefined {
  if (!all.has(tokens[from]!.stem) || !exceptions.has(tokens[from + 1]?.stem ?? '')) return undefined;
  const at = tokens[from + 2]?.stem === 'for' ? from + 3 : from + 2;
  const share = tokens[at] && (outOf(tokens, at) ?? fraction(tokens, at) ?? number(tokens, at));
  return share?.kind === 'percent' ? { ...share, from, size: 1 - share.size } : undefined;
}

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

const isClauseEnd = ({ stem }: Token) => clauseEnds.has(stem);

/** `twice`, `doubled`; `half as`, `cut in half`. */
function wordFactor(tokens: readonly Token[], from: number, stem: string): Size | undefined {
  const factor = factorOf(stem);
  if (factor !== undefined) return { from, to: from + 1, kind: 'factor', size: factor };
  const next = tokens[from + 1]?.stem;
  // `half as long again`, `half as many trains again`, `half again as long`.
  const end = from + 3 + tokens.slice(from + 3, from + 6).findIndex((token) => token.stem === again);
  if (stem === half && next === 'as' && end >= from + 3 && !tokens.slice(from, end).some(isClauseEnd))
    return {
      from,
      to: end + 1,
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
    return { from, to: read.to, kind: 'factor', size: read.value, isFraction: true };
  const target = !isBy(tokens, from) && isOfBaseline(tokens, read.to);
  return { from, to: read.to, kind: 'percent', size: read.value, isFraction: true, target };
}

/** `60% of what it costs now`, `half the observed rate`, `three quarters of today's level`. */
function isOfBaseline(tokens: readonly Token[], to: number): boolean {
  const stem = tokens[to]?.stem;
  if (stem !== 'of' && stem !== 'the' && !presents.has(stem ?? '')) return false;
  let at = stem === 'of' ? to + 1 : to;
  while (at <= to + maxDistanceToPresent && determiners.has(tokens[at]?.stem ?? '') && !presents.has(tokens[at]!.stem))
    at++;
  const last = tokens[at]?.stem ?? '';
  return presents.has(last) || (at > to && stem === 'of' && wholes.has(last));
}

/** `falls by 30% of its level` is a change. */
const isBy = (tokens: readonly Token[], from: number) => tokens[from - 1]?.stem === 'by';

const maxDistanceToPresent = 3;

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
  if (read && isLabel(tokens, from, read)) return undefined;
  // `every hour`.
  if (!read && everyWords.has(tokens[from]!.stem) && shortTimes.has(tokens[from + 1]?.stem ?? ''))
    return { from: from + 1, to: from + 2, kind: 'plain', size: 1, unit: knownUnit(tokens[from + 1]!.stem) ?? null };
  if (!read) return undefined;
  const { value, to } = read;
  const next = tokens[to]?.stem ?? '';
  if (next === '%' || next === percentage) {
    const points = tokens[to + 1]?.stem === point;
    const end = to + (points ? 2 : 1);
    return {
      from,
      to: end,
      kind: 'percent',
      size: value / 100,
      points,
      target: !isBy(tokens, from) && isOfBaseline(tokens, end),
    };
  }
  const ratio = next === ':' || next === 'to' ? readNumber(tokens, to + 1) : undefined;
  // `a five-to-one match`.
  const isRatio =
    next === ':' ||
    (ratio?.value === 1 && value > 1 && tokens[to + 1]?.stem === 'one' && articles.has(tokens[from - 1]?.stem ?? ''));
  if (ratio && isRatio) return { from, to: ratio.to, kind: 'ratio', size: value };
  if (timesWords.has(next)) return { from, to: to + 1, kind: 'factor', size: value };
  const speed = speedAt(tokens, to);
  if (speed) return { from, kind: 'plain', size: value, ...speed };
  const unit = unitAt(tokens, to);
  return withPeriod(tokens, { from, kind: 'plain', unit, ...withCents(tokens, unit ? to + 1 : to, value, unit) });
}

const labeled = new Set(
  stemmed(
    'year day round week month grade gate index number group part page platform line route november august june may january february march april july september october december',
  ),
);
const pronounOne = 'one';
const noPronoun = new Set(stemmed('to from by of than between'));
const years = /^(?:1[89]|20)\d\d$/;

/** Numbers that are no amounts: `year one`, `index of 2`, `in 2004`, and `one` in `they get one`. */
function isLabel(tokens: readonly Token[], from: number, { to }: ReadNumber): boolean {
  const [before = '', next = ''] = [tokens[from - 1]?.stem, tokens[to]?.stem];
  if (next === '%' || next === percentage || timesWords.has(next) || currencies.has(before)) return false;
  if (labeled.has(before) && !knownUnit(next) && !tokens[from]!.stem.includes('.')) return true;
  if (before === 'of' && tokens[from - 2]?.stem === indexWord) return true;
  const { stem } = tokens[from]!;
  if (years.test(stem) && to === from + 1) return !knownUnit(next);
  const isPronoun = stem === pronounOne && to === from + 1 && !noPronoun.has(before);
  return isPronoun && (!/^\p{L}/u.test(next) || small.has(next) || fillers.has(next));
}

const indexWord = one('index');

const beforeOne = new Set(stemmed('to from of than by take last'));

/** `a dollar`, but not `a $5 voucher`; `to an hour`, but not `four an hour`. */
function isOneOf(tokens: readonly Token[], from: number): boolean {
  const stem = tokens[from + 1]?.stem ?? '';
  if (shortTimes.has(stem)) return articles.has(tokens[from]!.stem) && beforeOne.has(tokens[from - 1]?.stem ?? '');
  const unit = articles.has(tokens[from]!.stem) && !currencies.has(stem) ? knownUnit(stem) : undefined;
  return unit?.size === 1 && isMoney(unit);
}

const countries = new Set(stemmed('US Australian Canadian American Swiss'));

/** An unknown word counts as a unit of its own, so that 100 of one thing is never read as 100 of another. */
function unitAt(tokens: readonly Token[], at: number): Unit | null {
  const stem = tokens[at]?.stem ?? '';
  // `75 US cents`, `120 Australian dollars`.
  if (countries.has(stem) && knownUnit(tokens[at + 1]?.stem ?? '')) return unitAt(tokens, at + 1);
  const known = knownUnit(stem);
  if (known || !/^\p{L}/u.test(stem)) return known ?? null;
  const says = adjectives.has(stem) || movements.has(stem) || fillers.has(stem) || small.has(stem);
  return says ? null : { dimension: `of ${stem}`, size: 1 };
}

const wholes = new Set(stemmed('price fare cost fee time distance amount level rate money'));
const presents = new Set(stemmed('today planned present what current observed usual normal existing baseline'));
const small = new Set(
  stemmed(
    'and or but more less than in who what how do does did will would people per if when while so than instead rather against versus vs even flat apiece exactly sharp tops',
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

const comparing = new Set(stemmed('compared relative than versus against'));

function isCompared(tokens: readonly Token[], from: number): boolean {
  for (let at = from; at < tokens.length && !clauseEnds.has(tokens[at]!.stem); at++)
    if (comparing.has(tokens[at]!.stem)) return true;
  return false;
}

function wholeOrNone(tokens: readonly Token[], from: number, stem: string): Size | undefined {
  const only = { from, to: from + 1, size: 0 };
  if (lackWords.has(stem)) {
    // `loses no range`; `loses no range compared with a gasoline car` may be another range than today's.
    if (losing.has(tokens[from - 1]?.stem ?? ''))
      return { ...only, kind: 'none', problem: isCompared(tokens, from) ? 'compared' : 'negated' };
    if ((isNoLonger(tokens, from) && tokens[from + 1]!.stem !== one('one')) || lacksChange(tokens, from + 1))
      return { ...only, to: from + 2, kind: 'none', problem: 'negated' };
  }
  // `nothing else changes`, `nothing but a card`.
  if (stem === nothing && notZero.has(tokens[from + 1]?.stem ?? '')) return undefined;
  if (stem === free) return { ...only, kind: 'none', aspect: 'price' };
  if (zeroWords.has(stem) || lackWords.has(stem)) return { ...only, kind: 'none' };
  return wholeWords.has(stem) && !(stem === 'all' && tokens[from - 1]?.stem === 'at')
    ? { ...only, kind: 'whole', size: 1 }
    : undefined;
}
