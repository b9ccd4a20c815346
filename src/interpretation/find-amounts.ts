import type { Amount } from './amount.js';
import {
  factorOf,
  fillers,
  lackWords,
  stemmed,
  timesWords,
  wholeWords,
  zeroWords,
  adjectives,
  movements,
} from './lexicon.js';
import { magnitudeAt, readFraction, readNumber, readOutOf, type ReadNumber } from './numbers.js';
import { withDirection } from './direction.js';
import { isNoLonger, replaces } from './negation.js';
import { determiners } from './negation-words.js';
import type { Token } from './tokens.js';
import { currencies, knownUnit, type Unit } from './units.js';
import type { Size } from './amount.js';

const one = (word: string) => stemmed(word)[0]!;
const half = one('half');
const percentage = one('percentage');
const again = one('again');
const every = one('every');
const point = one('points');
const free = one('free');
const factor = one('factor');
const roughly = new Set(stemmed('about around roughly nearly some'));

/**
 * Finds every amount of a question, in order.
 *
 * @param taken tokens that are not amounts, such as the 28 of a product's name
 */
export function findAmounts(tokens: readonly Token[], taken: ReadonlySet<number>): Amount[] {
  const found: Amount[] = [];
  for (let at = 0; at < tokens.length;) {
    const size = taken.has(at) ? undefined : sizeAt(tokens, at);
    if (size?.kind === 'whole' && isOfAll(tokens, found.at(-1), at)) {
      at++;
      continue;
    }
    if (size) found.push(withDirection(tokens, size, found.at(-1)?.to ?? 0));
    at = size ? Math.max(found.at(-1)!.to, at + 1) : at + 1;
  }
  found.forEach((amount, position) => {
    const last = found[position - 1];
    const isLinked = last?.to === amount.from - 1 && tokens[last.to]!.stem === 'and';
    if (isLinked) amount.chain = last.chain;
  });
  return withoutAlternatives(tokens, found);
}

const bare = ({ kind, unit }: Amount) => kind === 'plain' && unit === null;
const choices = new Set(stemmed('or versus vs'));

/** `from 5 to 10` means 10. `5 to 10` is inexact, and `5 or 10` and `5 and 10` are two values. */
function withoutAlternatives(tokens: readonly Token[], amounts: Amount[]): Amount[] {
  for (const [position, amount] of amounts.entries()) {
    const last = amounts[position - 1];
    const between = last && amount.from >= last.to ? tokens.slice(last.to, amount.from).map(({ stem }) => stem) : [];
    if (!last || between.length > 1 || tokens[last.from - 1]?.stem === 'from') continue;
    const [link = tokens[amount.from]!.stem] = between;
    const alike = last.kind === amount.kind && amount.sign === 0 && amount.aspect === null;
    const spans = last.kind === 'plain' || last.kind === amount.kind || (last.kind === 'factor' && bare(amount));
    if (link === 'to' && spans) last.problem = amount.problem = 'inexact';
    else if (choices.has(link) || (link === 'and' && alike)) last.problem = amount.problem = 'two_values';
  }
  return withoutOld(tokens, amounts);
}

/** Moves old values into `was`: `from 3 to 5 cents` and `5 instead of 3 cents` both mean 5 cents. */
function withoutOld(tokens: readonly Token[], amounts: readonly Amount[]): Amount[] {
  const isOld = ({ from, kind, sign, counted }: Amount): boolean => {
    if (kind !== 'plain' && (kind !== 'percent' || sign !== 0 || counted)) return false;
    let at = from - 1;
    while (determiners.has(tokens[at]?.stem ?? '') || tokens[at]?.stem === every) at--;
    return (kind === 'plain' && tokens[at]?.stem === 'from') || replaces(tokens, at - 1);
  };
  const old = amounts.filter(isOld);
  return amounts
    .filter((amount) => !old.includes(amount))
    .map((amount) => {
      const replaced = old.find(({ from, to }) => Math.abs(to - amount.from) <= 1 || Math.abs(from - amount.to) <= 3);
      if (!replaced) return amount;
      // `from 45 to 30 percent`.
      const isBarePercent = bare(replaced) && amount.kind === 'percent';
      const was = isBarePercent ? replaced.size / 100 : replaced.kind === amount.kind ? replaced.size : null;
      return { ...amount, was, unit: bare(amount) ? replaced.unit : amount.unit };
    });
}

/** Whether `all` belongs to a share before it: `half of all trips` is one amount. */
function isOfAll(tokens: readonly Token[], last: Amount | undefined, at: number): boolean {
  return last?.kind === 'percent' && tokens.slice(last.to, at).every(({ stem }) => fillers.has(stem));
}

function sizeAt(tokens: readonly Token[], from: number): Size | undefined {
  const stem = tokens[from]!.stem;
  return (
    money(tokens, from) ??
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
  return { from, to: times ? read.to + 1 : read.to, kind: 'plain', size: read.value * (times ?? 1), unit };
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
  const unit = ['a', 'an'].includes(tokens[read.to]?.stem ?? '')
    ? knownUnit(tokens[read.to + 1]?.stem ?? '')
    : undefined;
  if (unit) return { from, to: read.to + 2, kind: 'plain', size: read.value, unit };
  let at = tokens[read.to]?.stem === 'of' ? read.to + 1 : read.to;
  while (determiners.has(tokens[at]?.stem ?? '') || presents.has(tokens[at]?.stem ?? '')) at++;
  const named = tokens[at]?.stem ?? '';
  // `half price`, `half the fare`, `two thirds of today's fare`.
  // `a third as strong` multiplies.
  if (wholes.has(named) || tokens[read.to]?.stem === 'as')
    return { from, to: read.to, kind: 'factor', size: read.value };
  return { from, to: read.to, kind: 'percent', size: read.value, isFraction: true };
}

/** `one voter in five`. */
function outOf(tokens: readonly Token[], from: number): Size | undefined {
  const read = readOutOf(tokens, from);
  return read && { from, to: read.to, kind: 'percent', size: read.value, isFraction: true };
}

function number(tokens: readonly Token[], from: number): Size | undefined {
  const read = readNumber(tokens, from);
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
  return { from, to: unit ? to + 1 : to, kind: 'plain', size: value, unit };
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
