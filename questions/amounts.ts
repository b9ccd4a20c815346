import { TooComplexError } from './names.js';
import {
  adjectives,
  approximate,
  clauseEnds,
  denials,
  determiners,
  everyWords,
  factorOf,
  fillers,
  lackWords,
  losing,
  movements,
  roughly,
  stemmed,
  timesWords,
  today,
  type Direction,
  wholeWords,
  zeroVerbs,
  zeroWords,
  type Aspect,
} from './vocabulary.js';
import { readFraction, readNumber, readOutOf } from './numbers.js';
import type { Question, Span } from './question.js';
import type { Token } from './tokens.js';
import { currencies, isMoney, knownUnit, pointDimension, speedAt, type Unit } from './quantities.js';

/** An amount without its direction. */
interface Size extends Span {
  /**
   * `percent`: a share, 0.2 for 20%; `factor`: 2 for twice; `plain`: a number, with its unit if it has one; `none`: free, without;
   * `whole`: everyone, always; `ratio`: 5:1.
   */
  kind: 'percent' | 'factor' | 'plain' | 'none' | 'whole' | 'ratio';
  size: number;
  unit?: Unit | null;
  /** Payments a year: 52 for `a dollar a week`. */
  perYear?: number;
  points?: boolean;
  /** A fraction in words: `a third`. A share that falls by a third falls relative to its baseline. */
  isFraction?: boolean;
  /** Zero by a verb or a negation: `stop`, `never`. */
  isWeak?: boolean;
  aspect?: Aspect | null;
  /** The amount is the new value, not a change. */
  target?: boolean;
}

/** An amount with its direction. */
export interface Amount extends Size {
  sign: -1 | 0 | 1;
  target: boolean;
  aspect: Aspect | null;
  /** The amount is about a number of things: `20% fewer`. */
  counted: boolean;
  /** The value that this one replaces: 3 in `from 3 to 5 cents`. */
  was: number | null;
  /** First token of the amount itself, after the words of its direction. */
  core: number;
  problem: 'inexact' | 'compared' | null;
}

/** A question has a few amounts. */
const maxAmounts = 40;

/** Finds the amounts of a question outside the tokens that are part of names. */
export function amountsIn(question: Question, taken: ReadonlySet<number>): Amount[] {
  const { tokens } = question;
  const found: Amount[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const size = taken.has(at) ? undefined : sizeAt(tokens, at);
    if (!size || question.stems(size).some((_, offset) => taken.has(size.from + offset))) continue;
    if (found.push(withDirection(question, size, found.findLast(({ kind }) => kind !== 'whole')?.to ?? 0)) > maxAmounts)
      throw new TooComplexError();
    at = Math.max(at, found.at(-1)!.to - 1);
  }
  return withOldValues(question, found);
}

const [half = '', again = '', point = '', free = '', nothing = '', factor = '', of = '', percentage = ''] = stemmed(
  'half again points free nothing factor of percentage',
);
const articles = new Set(stemmed('a an'));

function sizeAt(tokens: readonly Token[], from: number): Size | undefined {
  return (
    allBut(tokens, from) ??
    moneyAt(tokens, from) ??
    factorAt(tokens, from) ??
    fractionAt(tokens, from) ??
    numberAt(tokens, from) ??
    zeroAt(tokens, from)
  );
}

/** `all but 30%`. */
function allBut(tokens: readonly Token[], from: number): Size | undefined {
  if (!everyWords.has(tokens[from]!.stem) || tokens[from + 1]?.stem !== 'but') return undefined;
  const rest = fractionAt(tokens, from + 2) ?? numberAt(tokens, from + 2);
  return rest?.kind === 'percent' ? { ...rest, from, size: 1 - rest.size } : undefined;
}

const shortMagnitudes = new Map([
  ['k', 1e3],
  ['m', 1e6],
]);
/** `$5`, `AUD 250`. */
function moneyAt(tokens: readonly Token[], from: number): Size | undefined {
  const read = currencies.has(tokens[from]!.stem) ? readNumber(tokens, from + 1) : undefined;
  if (!read) return undefined;
  const unit = knownUnit(tokens[from]!.stem) ?? null;
  const times = shortMagnitudes.get(tokens[read.to]?.stem ?? '');
  if (times) return { from, to: read.to + 1, kind: 'plain', size: read.value * times, unit };
  return withPeriod(tokens, withCents(tokens, { from, to: read.to, kind: 'plain', size: read.value, unit }));
}

/** `two dollars and eighty-four cents`, `a dollar fifty`. */
function withCents(tokens: readonly Token[], size: Size): Size {
  if (!size.unit || size.unit.size !== 1 || !isMoney(size.unit)) return size;
  const start = tokens[size.to]?.stem === 'and' ? size.to + 1 : size.to;
  const part = start > size.to ? readFraction(tokens, start) : undefined;
  if (part && tokens[part.to]?.stem !== of) return { ...size, size: size.size + part.value, to: part.to };
  const cents = readNumber(tokens, start);
  if (!cents || !Number.isInteger(cents.value) || cents.value >= 100) return size;
  const next = tokens[cents.to]?.stem ?? '';
  const value = size.size + cents.value / 100;
  if (knownUnit(next)?.size === 0.01) return { ...size, size: value, to: cents.to + 1 };
  const isOther =
    start > size.to ||
    cents.value < 5 ||
    next === '%' ||
    timesWords.has(next) ||
    knownUnit(next) !== undefined ||
    next === 'peopl';
  return isOther ? size : { ...size, size: value, to: cents.to };
}

const perWords = new Set(stemmed('a an per each every'));
const periods = new Map<string, number>(
  [
    ['day daily', 365],
    ['week weekly', 52],
    ['fortnight', 26],
    ['month monthly', 12],
    ['quarter quarterly', 4],
    ['year yearly annually annum', 1],
  ].flatMap(([words, count]) => stemmed(String(words)).map((stem) => [stem, Number(count)] as const)),
);

/** `a dollar a week`, `50 dollars yearly`. */
function withPeriod(tokens: readonly Token[], size: Size): Size {
  if (!size.unit || !isMoney(size.unit)) return size;
  const to = perWords.has(tokens[size.to]?.stem ?? '') ? size.to + 1 : size.to;
  const perYear = periods.get(tokens[to]?.stem ?? '');
  return perYear === undefined ? size : { ...size, to: to + 1, perYear };
}

const [times = ''] = stemmed('times');

/** `x2`, `twice`, `half as`, `in half`, `half again as`, `a factor of two`. */
function factorAt(tokens: readonly Token[], from: number): Size | undefined {
  const [stem, next, third] = [tokens[from]!.stem, tokens[from + 1]?.stem ?? '', tokens[from + 2]?.stem ?? ''];
  const isPrefix = stem === 'x' || stem === '×' || (stem === times && tokens[from]!.word === 'times');
  const prefixed = isPrefix ? readNumber(tokens, from + 1) : undefined;
  if (prefixed && !knownUnit(tokens[prefixed.to]?.stem ?? ''))
    return { from, to: prefixed.to, kind: 'factor', size: prefixed.value };
  const word = factorOf(stem);
  if (word !== undefined) return { from, to: from + 1, kind: 'factor', size: word };
  const end = tokens.slice(from + 3, from + 6).findIndex((token) => token.stem === again);
  if (stem === half && next === 'as' && end >= 0)
    return { from, to: from + 4 + end, kind: 'factor', size: 1.5, aspect: adjectives.get(third)?.aspect ?? null };
  if (stem === half && next === again && third === 'as') return { from, to: from + 2, kind: 'factor', size: 1.5 };
  if (stem === 'in' && next === half && third !== of && !determiners.has(third))
    return { from, to: from + 2, kind: 'factor', size: 0.5 };
  if (stem !== factor) return undefined;
  let at = from + 1;
  while (tokens[at]?.stem === of || roughly.has(tokens[at]?.stem ?? '')) at++;
  const read = readNumber(tokens, at);
  return read && { from, to: read.to, kind: 'factor', size: read.value };
}

const wholes = new Set(stemmed('price fare cost fee time distance amount level rate money size strength'));

/** `a third`, `half an hour`, `half price`, `one voter in five`. */
function fractionAt(tokens: readonly Token[], from: number): Size | undefined {
  const read = readFraction(tokens, from);
  const ratio = read ? undefined : readOutOf(tokens, from);
  if (ratio) return { from, to: ratio.to, kind: 'percent', size: ratio.value, isFraction: true };
  if (!read) return undefined;
  let at = tokens[read.to]?.stem === of ? read.to + 1 : read.to;
  const isArticle = articles.has(tokens[at]?.stem ?? '');
  const named = tokens[isArticle ? at + 1 : at]?.stem ?? '';
  const unit =
    at === read.to || isArticle
      ? (knownUnit(named) ?? (named === point ? { dimension: pointDimension, size: 1 } : undefined))
      : undefined;
  if (unit) return { from, to: (isArticle ? at + 1 : at) + 1, kind: 'plain', size: read.value, unit };
  while (determiners.has(tokens[at]?.stem ?? '')) at++;
  if (tokens[read.to]?.stem === 'as' || (wholes.has(tokens[at]?.stem ?? '') && tokens[from - 1]?.stem !== 'by'))
    return { from, to: read.to, kind: 'factor', size: read.value, isFraction: true };
  return { from, to: read.to, kind: 'percent', size: read.value, isFraction: true };
}

const labeled = new Set(
  stemmed(
    'year day round week month grade gate index number group part page line route class january february march april may june july august september october november december',
  ),
);
const years = /^(?:1[89]|20)\d\d$/;
const beforeOne = new Set(stemmed('to from by of than between'));
const shortTimes = new Set(stemmed('minute hour'));
const noUnits = new Set(
  stemmed(
    'and or but more less than in who what how do will would people per if when while so instead rather against versus even flat apiece exactly then now chance probability odds risk',
  ),
);

/** `20%`, `5 points`, `3 times`, `2:1`, `70 mph`, `30 minutes`. */
function numberAt(tokens: readonly Token[], from: number): Size | undefined {
  const [stem, next] = [tokens[from]!.stem, tokens[from + 1]?.stem ?? ''];
  if (everyWords.has(stem) && shortTimes.has(next))
    return { from: from + 1, to: from + 2, kind: 'plain', size: 1, unit: knownUnit(next) ?? null };
  const dollar = articles.has(stem) && !currencies.has(next) ? knownUnit(next) : undefined;
  const isOne =
    articles.has(stem) &&
    ((shortTimes.has(next) && beforeOne.has(tokens[from - 1]?.stem ?? '')) || (dollar?.size === 1 && isMoney(dollar)));
  const read = isOne ? { value: 1, to: from + 1 } : readNumber(tokens, from);
  if (!read || isLabel(tokens, from, read.to)) return undefined;
  const { value, to } = read;
  const after = tokens[to]?.stem ?? '';
  if (after === '%' || after === percentage) {
    const points = tokens[to + 1]?.stem === point;
    const end = to + (points ? 2 : 1);
    return { from, to: end, kind: 'percent', size: value / 100, points };
  }
  const ratio =
    after === ':' || (after === 'to' && value > 1 && tokens[to + 1]?.stem === 'one')
      ? readNumber(tokens, to + 1)
      : undefined;
  if (ratio && (after === ':' || articles.has(tokens[from - 1]?.stem ?? '')))
    return { from, to: ratio.to, kind: 'ratio', size: value };
  if (timesWords.has(after)) return { from, to: to + 1, kind: 'factor', size: value };
  const speed = speedAt(tokens, to);
  if (speed) return { from, kind: 'plain', size: value, ...speed };
  const unit = unitAt(tokens, to);
  return withPeriod(tokens, withCents(tokens, { from, to: unit ? to + 1 : to, kind: 'plain', size: value, unit }));
}

function isLabel(tokens: readonly Token[], from: number, to: number): boolean {
  const [before, next, { stem }] = [tokens[from - 1]?.stem ?? '', tokens[to]?.stem ?? '', tokens[from]!] as const;
  if (next === '%' || next === percentage || timesWords.has(next) || currencies.has(before)) return false;
  if (labeled.has(before) && !knownUnit(next) && !stem.includes('.')) return true;
  if (years.test(stem) && to === from + 1) return !knownUnit(next);
  return (
    stem === 'one' &&
    to === from + 1 &&
    !beforeOne.has(before) &&
    (!/^\p{L}/u.test(next) || noUnits.has(next) || fillers.has(next))
  );
}

/** An unknown word counts as a unit of its own, so that 100 of one thing is never read as 100 of another. */
function unitAt(tokens: readonly Token[], at: number): Unit | null {
  const stem = tokens[at]?.stem ?? '';
  const unit = knownUnit(stem);
  if (unit || !/^\p{L}/u.test(stem)) return unit ?? null;
  return adjectives.has(stem) || movements.has(stem) || fillers.has(stem) || noUnits.has(stem)
    ? null
    : { dimension: `of ${stem}`, size: 1 };
}

const emptying = new Set(stemmed('lose lost drop dropped remove removed scrap scrapped cancel canceled end ended'));
const further = new Set(stemmed('longer more'));

/** `no`, `free`, `nothing`, `never`, `stop`, `no longer`, `not at all`; `everyone`, `always`. */
function zeroAt(tokens: readonly Token[], from: number): Size | undefined {
  const [stem, next, before] = [tokens[from]!.stem, tokens[from + 1]?.stem ?? '', tokens[from - 1]?.stem ?? ''];
  const one = { from, to: from + 1, size: 0, kind: 'none' as const };
  if (emptying.has(stem) && everyWords.has(next)) return { ...one, to: from + 2, isWeak: true };
  if (zeroVerbs.has(stem)) return denials.has(before) ? undefined : { ...one, isWeak: true };
  if (stem === 'no' && further.has(next))
    return tokens[from + 2]?.stem === 'than' ? undefined : { ...one, to: from + 2, isWeak: true };
  if (stem === 'never') return { ...one, isWeak: true };
  if (stem === nothing && ['els', 'but'].includes(next)) return undefined;
  if (stem === free) return { ...one, aspect: 'price' };
  if (zeroWords.has(stem) || (lackWords.has(stem) && next !== 'one')) return one;
  if (wholeWords.has(stem) && readNumber(tokens, from + 1)) return undefined;
  return wholeWords.has(stem) && !(stem === 'all' && before === 'at') ? { ...one, size: 1, kind: 'whole' } : undefined;
}

const [more = '', less = '', than = '', up = '', down = ''] = stemmed('more less than up down');
const targets = new Set(stemmed('to at'));
const nounEnds = new Set(
  stemmed('and but is are was were if when who while instead rather than not without so for with at by'),
);
const [least = '', most = ''] = stemmed('least most');
/** `cough up 20 dollars` raises nothing. */
const phrasalUp = new Set(stemmed('cough stump pay end pick make give show turn eat sign'));
const bounds = new Set(stemmed('more less fewer higher lower greater'));
const maxDistanceToVerb = 10;

/** Adds the direction from the words around an amount. */
function withDirection({ tokens }: Question, size: Size, floor: number): Amount {
  const stem = (at: number) => (at >= floor ? (tokens[at]?.stem ?? '') : '');
  const as = tokens[size.to]?.stem === 'as' ? (tokens[size.to + 1]?.stem ?? '') : '';
  const kind = size.kind === 'percent' && (adjectives.has(as) || as === 'much' || as === 'mani') ? 'factor' : size.kind;
  const after = afterAmount(tokens, size.to);
  const base = { ...size, kind, core: size.from, was: null, counted: after.counted, to: after.to };
  const result = (
    moved: Direction | undefined,
    rest: { from?: number; target?: boolean; kind?: Size['kind'] } = {},
  ): Amount => {
    const target = (rest.target === true && !after.moved) || (size.target === true && rest.target !== false);
    return {
      ...base,
      from: rest.from ?? size.from,
      kind: rest.kind ?? kind,
      sign: (after.moved ?? moved)?.sign ?? 0,
      aspect: after.moved?.aspect ?? moved?.aspect ?? size.aspect ?? null,
      target,
      problem: problemOf(tokens, size, after.to),
    };
  };
  const isPlain = kind === 'plain' || kind === 'ratio' || kind === 'none' || kind === 'whole';
  let at = size.from - 1;
  if (stem(at) === '+' || stem(at) === '-')
    return result({ sign: stem(at) === '+' ? 1 : -1, aspect: null }, { from: at, target: false });
  while (approximate.has(stem(at)) && size.from - at <= 3 && !movements.has(stem(at))) at--;
  const noun =
    kind === 'none' || kind === 'whole' ? undefined : nounAfter(tokens, after.to, kind === 'factor' || isPlain ? 1 : 3);
  // Factors below one and names of halves carry their own direction.
  const scale = (moved: Direction | undefined) =>
    kind === 'factor' && (size.size <= 1 || isTimes(tokens, size)) ? undefined : moved;
  if (stem(at) === of) {
    const moved = nounBefore(stem, at - 1);
    return result(scale(moved ?? noun), { target: !moved && !noun });
  }
  const isTarget = targets.has(stem(at));
  const own = losing.has(stem(at)) && tokens[size.to]?.stem === of ? loss : movements.get(stem(at));
  if (own && !(stem(at) === up && phrasalUp.has(stem(at - 1)))) {
    if (kind !== 'factor' || own === loss)
      return result(own, { from: at, target: false, ...(size.isFraction && { kind: 'percent' }) });
    return result(scale(own), { from: at });
  }
  const isBy = stem(at) === 'by';
  if (isBy || stem(at) === 'to') {
    for (let far = at - 1; far >= floor && at - far <= maxDistanceToVerb; far--) {
      if (clauseEnds.has(stem(far)) && stem(far) !== 'and' && stem(far) !== 'or') break;
      const moved = movements.get(stem(far));
      if (!moved) continue;
      const isShare = isBy && size.isFraction === true && kind !== 'plain';
      return result(scale(isTarget && kind === 'factor' ? undefined : moved), {
        target: isTarget,
        ...(isShare && { kind: 'percent', target: false }),
      });
    }
    return result(scale(noun), { target: isTarget });
  }
  if (isPlain && ['extra', 'addit', 'anoth', 'further'].includes(stem(size.from - 1)) && size.unit)
    return result({ sign: 1, aspect: null });
  return result(isPlain && !size.unit ? undefined : scale(noun), { target: isTarget });
}

const loss: Direction = { sign: -1, aspect: null };
const isTimes = (tokens: readonly Token[], { to }: Size): boolean => tokens[to]?.stem === 'as';
/** `less`, `20% more expensive`, `as often`. */
function afterAmount(
  tokens: readonly Token[],
  at: number,
): { to: number; moved: Direction | undefined; counted: boolean } {
  const stem = (offset: number) => tokens[at + offset]?.stem ?? '';
  if (stem(0) === 'as') {
    const moved = adjectives.get(stem(1));
    return { to: moved ? at + 2 : at + 1, moved, counted: moved?.aspect === 'number' };
  }
  if (stem(0) === more || stem(0) === less) {
    const sign = stem(0) === more ? 1 : -1;
    const own = adjectives.get(stem(1));
    if (!own) return { to: at + 1, moved: { sign, aspect: null }, counted: true };
    return { to: at + 2, moved: { sign: sign === own.sign ? 1 : -1, aspect: own.aspect }, counted: false };
  }
  const moved = adjectives.get(stem(0));
  return { to: moved ? at + 1 : at, moved, counted: moved?.aspect === 'number' };
}

/** `a 20% fare cut`. */
function nounAfter(tokens: readonly Token[], at: number, limit: number): Direction | undefined {
  for (const [offset, { stem }] of tokens.slice(at, at + limit).entries()) {
    if (clauseEnds.has(stem) || nounEnds.has(stem) || (offset > 0 && (stem === up || stem === down))) return undefined;
    const moved = movements.get(stem);
    if (moved) return moved;
  }
  return undefined;
}

/** `a rise in fares of 10%`; but `a reduced price of $10` is the price. */
function nounBefore(stem: (at: number) => string, from: number): Direction | undefined {
  for (let at = from; from - at <= maxDistanceToVerb && at >= 0; at--) {
    if (clauseEnds.has(stem(at)) || stem(at) === '') return undefined;
    const moved = movements.get(stem(at));
    if (moved) return at === from || ['in', 'on'].includes(stem(at + 1)) ? moved : undefined;
  }
  return undefined;
}

/** `more than 20%`, `at least 3`, `20% more than the bus`. */
function problemOf(tokens: readonly Token[], { from, to }: Size, end: number): Amount['problem'] {
  const stem = (at: number) => tokens[at]?.stem ?? '';
  const isNoMore = stem(from - 1) === than && denials.has(stem(from - 3));
  // `a voucher is better than halving the distance` compares two changes.
  const isBound = stem(from - 1) === than && bounds.has(stem(from - 2)) && !/ing$/.test(tokens[from]!.word);
  if (!isNoMore && (isBound || [least, most].includes(stem(from - 1)))) return 'inexact';
  const isCompared = (stem(end) === than && end > to) || (stem(end) === 'as' && stem(to) === 'as');
  const isToday = [1, 2, 3].some((step) => today.has(stem(end + step)));
  return isCompared && !isToday ? 'compared' : null;
}

/** Joins the old and the new value: `from 3 to 5 cents`, `every 15 minutes rather than every 30`. */
function withOldValues({ tokens }: Question, all: readonly Amount[]): Amount[] {
  const kept: Amount[] = [];
  for (const amount of all) {
    const last = kept.at(-1);
    const between = last ? tokens.slice(last.to, amount.core).map(({ stem }) => stem) : [];
    const isFrom = last && tokens[last.core - 1]?.stem === 'from' && between.length <= 3 && between.includes('to');
    const isInstead =
      last &&
      between.length <= 6 &&
      (between.join(' ').includes('instead of') || between.includes('rather')) &&
      last.kind === amount.kind;
    const hasSize = (one: Amount | undefined) => one?.kind === 'plain' || one?.kind === 'percent';
    const isDirection = (one: Amount | undefined) =>
      one !== undefined && adjectives.has(tokens[one.to - 1]?.stem ?? '');
    const isComparable = hasSize(last) && hasSize(amount) && !isDirection(last) && !isDirection(amount);
    // In `from 6 to 9 percent` and `from 6% to 9`, one unit is for both numbers.
    const was = last && last.kind === 'plain' && amount.kind === 'percent' ? last.size / 100 : last?.size;
    const isShared = last?.kind === 'percent' && amount.kind === 'plain' && amount.unit === null;
    const now = isShared ? { ...amount, kind: 'percent' as const, size: amount.size / 100 } : amount;
    if (last && isFrom && isComparable)
      kept[kept.length - 1] = {
        ...now,
        from: last.from,
        core: last.core,
        was: was!,
        target: true,
        problem: null,
        unit: amount.unit ?? last.unit ?? null,
      };
    else if (last && isInstead && isComparable)
      kept[kept.length - 1] = {
        ...last,
        to: amount.to,
        was: amount.size,
        target: true,
        problem: last.problem,
        unit: last.unit ?? amount.unit ?? null,
      };
    else kept.push(amount);
  }
  return kept;
}
