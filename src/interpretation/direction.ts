// Linguistic data: words that users write. cspell:ignore nobody
import type { Amount, Problem, Size } from './amount.js';
import {
  adjectives,
  clauseEnds,
  movements,
  lackWords,
  sentenceEnds,
  stemmed,
  timesWords,
  today,
  vagueMovements,
  type Direction,
} from './lexicon.js';
import { isNegated } from './negation.js';
import { losing, undoing } from './negation-words.js';
import type { Token } from './tokens.js';
import { isMoney, knownUnit } from './units.js';

const [more = '', less = '', than = '', least = '', most = ''] = stemmed('more less than least most');
const targets = new Set(stemmed('to at'));
/** Words allowed between a verb and its amount: `rise another 10%`. */
const approximate = new Set(
  stemmed(
    'about another around roughly some only just even further as much a an more less than least most over nearly',
  ),
);
/** Words that link a noun of change to its object: `an increase in fares of 10%`. */
const nounLinks = new Set(stemmed('in on to'));
const [factor = '', fold = '', twice = '', thrice = ''] = stemmed('factor fold twice thrice');
const folds = new Set(stemmed('twofold threefold fourfold'));
/** Words that end the noun phrase after an amount: `10% instead of falling`. */
const nounEnds = new Set(
  stemmed('and but is are was were if when who while instead rather than not without so for with at by'),
);
const maxApproximateWords = 3;
const maxDistanceToVerb = 10;
const maxDistanceToNoun = 3;

interface After {
  to: number;
  direction: Direction | undefined;
  counted: boolean;
}

interface Before {
  from: number;
  direction: Direction | undefined;
  target: boolean;
  /** Whether the direction certainly belongs to the amount. */
  by: boolean;
}

/** Adds the direction to an amount, from the words around it, and a problem if the amount cannot be used. */
export function withDirection(
  tokens: readonly Token[],
  read: Size,
  floor: number,
  taken: ReadonlySet<number> = new Set(),
): Amount {
  const scaled = asFactor(tokens, read);
  const after = wordsAfter(tokens, scaled.to);
  const before = wordsBefore(tokens, scaled, floor);
  const size = asChange(scaled, before);
  const verb = size.kind === 'plain' && size.unit === null && !before.by ? undefined : before.direction;
  const noun = nounAfter(tokens, after.to, size.kind === 'factor' ? 1 : maxDistanceToNoun);
  const isBy = tokens.slice(before.from, size.from).some(({ stem }) => stem === 'by');
  const moved =
    size.kind === 'factor' ? factorMoved(tokens, size, noun, before) : isBy ? (verb ?? noun) : (noun ?? verb);
  const direction = after.direction ?? moved;
  return {
    unit: null,
    perYear: null,
    was: null,
    points: false,
    isFraction: false,
    isWeak: false,
    ...size,
    chain: before.from,
    from: before.from,
    to: after.to,
    sign: direction?.sign ?? 0,
    target: (before.target && !after.direction && !isChange(tokens, size)) || size.target === true,
    counted: after.counted,
    aspect: after.direction?.aspect ?? (isBy ? before.direction?.aspect : null) ?? size.aspect ?? null,
    isPriceLike: isPriceLike(tokens, size, before.from, after.to),
    problem:
      size.problem ??
      (size.isWeak
        ? null
        : problemOf(
            tokens,
            size,
            after.to,
            after.direction !== undefined || ((verb !== undefined || size.kind === 'factor') && !noun),
            taken,
          )) ??
      (size.kind === 'factor' && isOddFactor(tokens, size, after, moved ?? before.direction) ? 'ambiguous' : null),
  };
}

const quantities = new Set(stemmed('much many'));

/** `60% as strong` multiplies. */
function asFactor(tokens: readonly Token[], size: Size): Size {
  const adjective = tokens[size.to]?.stem === 'as' ? (tokens[size.to + 1]?.stem ?? '') : '';
  return size.kind === 'percent' && (quantities.has(adjective) || adjectives.has(adjective))
    ? { ...size, kind: 'factor' }
    : size;
}

/** In `fall by a fifth of its price`, the fraction is the change; in `a fifth of its price`, it is the new value. */
function asChange(size: Size, { direction, by, target }: Before): Size {
  if (!direction || !by || target || !size.isFraction) return size;
  return { ...size, kind: 'percent', target: false };
}

/** `at a 30% discount` is a change. */
const isChange = (tokens: readonly Token[], { kind, to }: Size): boolean =>
  kind === 'percent' && movements.has(tokens[to]?.stem ?? '');

const [off = ''] = stemmed('off');
const priceNouns = new Set(stemmed('discount rebate markdown surcharge markup'));
const decimals = /^\d+\.\d\d$/;

/** `10% off`, `a 20% discount`, `$3`, `3.50`. */
function isPriceLike(tokens: readonly Token[], size: Size, from: number, to: number): boolean {
  if (size.kind === 'plain') return size.unit ? isMoney(size.unit) : decimals.test(tokens[size.to - 1]!.stem);
  // `for 20% less`.
  const isFor = size.kind === 'percent' && tokens[from - 1]?.stem === 'for' && to > size.to;
  return (
    isFor ||
    tokens.slice(size.to, to + 1).some(({ stem }) => stem === off || priceNouns.has(stem)) ||
    tokens.slice(Math.max(0, from - 2), size.from).some(({ stem }) => priceNouns.has(stem))
  );
}

const isFold = (tokens: readonly Token[], { from, to }: Size) =>
  tokens[from]!.stem === factor || tokens[to - 1]!.stem === fold || folds.has(tokens[from]!.stem);

/** `fall by a factor of two`, `a threefold rise`. In `cut in half` the verb adds nothing: both words mean half. */
function factorMoved(tokens: readonly Token[], size: Size, noun: Direction | undefined, before: Before) {
  if (size.size <= 1 || before.target) return undefined;
  return (isFold(tokens, size) ? noun : undefined) ?? before.direction;
}

const scaled = new Set(stemmed('multiply multiplied scale scaled change changed'));

/** Ambiguous factors: `fell by a factor of 0.5` contradicts itself; `rose three times` may count events. */
function isOddFactor(tokens: readonly Token[], size: Size, after: After, moved: Direction | undefined): boolean {
  if (after.direction) return false;
  if (!moved) return isFold(tokens, size) && isByOther(tokens, size.from);
  if (isFold(tokens, size)) return size.size <= 1;
  const last = tokens[size.to - 1]!.stem;
  const isCount = last === twice || last === thrice || timesWords.has(last);
  return isCount && movements.has(tokens[size.from - 1]?.stem ?? '') && tokens[size.to]?.stem !== 'as';
}

/** An unknown verb before `by` may point either way: `weakened by a factor of two`. */
function isByOther(tokens: readonly Token[], at: number): boolean {
  const by = [1, 2].find((back) => tokens[at - back]?.stem === 'by');
  return by !== undefined && !scaled.has(tokens[at - by - 1]?.stem ?? '');
}

/** `less`, `20% more expensive`, `as often`. */
function wordsAfter(tokens: readonly Token[], at: number): After {
  const stem = (offset: number) => tokens[at + offset]?.stem ?? '';
  if (stem(0) === 'as') {
    const direction = adjectives.get(stem(1));
    return { to: direction ? at + 2 : at + 1, direction, counted: direction?.aspect === 'number' };
  }
  if (stem(0) === more || stem(0) === less) {
    const sign = stem(0) === more ? 1 : -1;
    const adjective = adjectives.get(stem(1));
    if (!adjective) return { to: at + 1, direction: { sign, aspect: null }, counted: true };
    const { aspect } = adjective;
    return { to: at + 2, direction: { sign: sign === adjective.sign ? 1 : -1, aspect }, counted: false };
  }
  // `two cents a mile cheaper`.
  if (per.has(stem(0)) && knownUnit(stem(1)) && (adjectives.has(stem(2)) || stem(2) === more || stem(2) === less)) {
    const rest = wordsAfter(tokens, at + 2);
    if (rest.direction) return rest;
  }
  const direction = adjectives.get(stem(0));
  return { to: direction ? at + 1 : at, direction, counted: direction?.aspect === 'number' };
}

const per = new Set(stemmed('a per'));

/** `a 20% fare cut`. */
function nounAfter(tokens: readonly Token[], at: number, limit: number): Direction | undefined {
  for (const [offset, { stem }] of tokens.slice(at, at + limit).entries()) {
    // `$300 go down well`.
    if (offset > 0 && (stem === up || stem === down)) return undefined;
    if (sentenceEnds.has(stem) || stem === ',' || nounEnds.has(stem)) return undefined;
    const movement = movements.get(stem);
    if (movement) return movement;
  }
  return undefined;
}

/** `rise by`, `cut fares by`, `to`; a sign. */
function wordsBefore(tokens: readonly Token[], size: Size, floor: number): Before {
  const { from } = size;
  const stem = (back: number) => (from - back >= floor ? (tokens[from - back]?.stem ?? '') : '');
  if (stem(1) === '+' || stem(1) === '-') {
    const direction: Direction = { sign: stem(1) === '+' ? 1 : -1, aspect: null };
    return { from: from - 1, direction, target: false, by: true };
  }
  let back = 1;
  while (approximate.has(stem(back)) && back <= maxApproximateWords) back++;
  const by = stem(back) === 'by';
  if (stem(back) === 'of') {
    const direction = nounBefore(stem, back + 1);
    return { from, direction, target: !direction, by: direction !== undefined };
  }
  const target = targets.has(stem(back));
  const own = isPhrasalUp(stem, back) ? undefined : (movements.get(stem(back)) ?? lossBefore(tokens, size, stem(back)));
  if (own) return { from: from - back, direction: own, target: false, by: true };
  if (!by && stem(back) !== 'to') {
    const added = isAdded(tokens, size) ? increase : target ? undefined : movedBefore(tokens, size, stem);
    return { from, direction: added, target: target && !added, by: false };
  }
  const compared = by && !movements.has(stem(back + 1)) ? comparativeBefore(stem, back + 1) : undefined;
  if (compared) return { from: from - back, direction: compared, target, by };
  for (let far = back + 1; far <= maxDistanceToVerb; far++) {
    if (sentenceEnds.has(stem(far))) break;
    const movement = movementAt(stem, far);
    if (movement) return { from: far === back + 1 ? from - far : from - back, direction: movement, target, by };
  }
  return { from: from - back, direction: undefined, target, by };
}

const increase: Direction = { sign: 1, aspect: null };
const decrease: Direction = { sign: -1, aspect: null };
const owners = new Set(stemmed('its their his her the'));

/** `lose 30% of its strength` is a change of the strength. */
const lossBefore = (tokens: readonly Token[], { kind, isFraction, to }: Size, verb: string): Direction | undefined =>
  losing.has(verb) &&
  (kind === 'percent' || isFraction) &&
  tokens[to]?.stem === 'of' &&
  owners.has(tokens[to + 1]?.stem ?? '')
    ? decrease
    : undefined;

/** `cut rail travel time 25%`. */
function movedBefore(
  tokens: readonly Token[],
  { kind, isFraction, to }: Size,
  stem: (back: number) => string,
): Direction | undefined {
  if (kind !== 'percent' || isFraction || peopleNext.has(tokens[to]?.stem ?? '')) return undefined;
  for (let back = 1; back <= maxDistanceToObject; back++) {
    if (vagueMovements.has(stem(back))) return movements.get(stem(back));
    if (!/^\p{L}/u.test(stem(back)) || objectEnds.has(stem(back)) || clauseEnds.has(stem(back))) return undefined;
  }
  return undefined;
}
/** `cut fares 25% of the commuters drive`. */
const peopleNext = new Set(stemmed('of would will'));
const maxDistanceToObject = 5;
const objectEnds = new Set([...nounEnds, ...stemmed('of in on from to so that then what how many does do will would')]);

const additions = new Set(stemmed('extra additional another further'));

/** `an extra 60 miles`. */
const isAdded = (tokens: readonly Token[], { kind, unit, from }: Size): boolean =>
  kind === 'plain' &&
  unit !== undefined &&
  unit !== null &&
  !unit.dimension.startsWith('of ') &&
  additions.has(tokens[from - 1]?.stem ?? '');

/** `slow cars by 30%` and `slow down by 30%` are about the time. */
function movementAt(stem: (back: number) => string, at: number): Direction | undefined {
  const verb = stem(at) === down || stem(at) === up ? stem(at + 1) : stem(at);
  if (stem(at) === back && backward.has(stem(at + 1))) return decrease;
  return verb === slow ? adjectives.get(slow) : movements.get(stem(at));
}

const [slow = '', back = ''] = stemmed('slow back');
/** `scaled back by 30%`. */
const backward = new Set(stemmed('scale pare dial pull roll'));
const [up = '', down = ''] = stemmed('up down');
const phrasalUp = new Set(
  stemmed('cough eat pay pick picked end show showed turn stump give gave come sign make use take took set open'),
);
const isPhrasalUp = (stem: (back: number) => string, back: number) =>
  stem(back) === up && phrasalUp.has(stem(back + 1));

/** `smaller by`, `less expensive by`. */
function comparativeBefore(stem: (back: number) => string, at: number): Direction | undefined {
  if (stem(at) === more || stem(at) === less) return { sign: stem(at) === more ? 1 : -1, aspect: null };
  const own = adjectives.get(stem(at));
  return own && stem(at + 1) === less ? { sign: own.sign === 1 ? -1 : 1, aspect: own.aspect } : own;
}

/** `a rise of 10%`, `a rise in fares of 10%`; but `a reduced price of $10` is the price. */
function nounBefore(stem: (back: number) => string, from: number): Direction | undefined {
  for (let back = from; back <= maxDistanceToVerb; back++) {
    if (sentenceEnds.has(stem(back)) || [',', 'and', 'to'].includes(stem(back))) return undefined;
    const movement = movements.get(stem(back));
    if (movement) return back === from || nounLinks.has(stem(back - 1)) ? movement : undefined;
  }
  return undefined;
}

const upward = new Set(
  stemmed(
    'go goes going went gone bring brings brought push pushed move moved put pull take took shoot creep edge come came',
  ),
);

/** `goes up to 4` is the new value; `vouchers of up to 4` is inexact. */
const isMovedUp = (tokens: readonly Token[], up: number): boolean =>
  tokens
    .slice(Math.max(0, up - maxDistanceToVerb), up)
    .some(({ stem }) => upward.has(stem) || movements.has(stem) || stem === 'from');

const negative = new Set(stemmed('no not'));
const beforeOther = new Set(stemmed('in the at'));
const maxDistanceToOther = 2;

/** `more than now`, `more than in the survey`. */
export function isToday(tokens: readonly Token[], after: number): boolean {
  let at = after;
  while (at < after + maxDistanceToOther && beforeOther.has(tokens[at]?.stem ?? '')) at++;
  // `assumed`, but not the opener `assume`.
  return today.has(tokens[at]?.stem ?? '') || tokens[at]?.word === 'assumed';
}

const nobody = new Set(stemmed('nobody'));

/** `nobody would pay $10` predicts a result for $10. It does not deny the price. */
function isDeniedByPeople(tokens: readonly Token[], from: number): boolean {
  for (let at = from - 1; at >= 0 && !clauseEnds.has(tokens[at]!.stem); at--)
    if (nobody.has(tokens[at]!.stem) || (tokens[at]!.stem === 'no' && tokens[at + 1]?.stem === 'one')) return true;
  return false;
}

function problemOf(
  tokens: readonly Token[],
  size: Size,
  to: number,
  settled: boolean,
  taken: ReadonlySet<number>,
): Problem | null {
  const stem = (at: number) => tokens[at]?.stem ?? '';
  // `would not come without a voucher` denies that they come.
  const denies = lackWords.has(stem(size.from));
  // `no more than $5` is $5.
  if (stem(size.from - 1) === than && [more, less].includes(stem(size.from - 2)) && negative.has(stem(size.from - 3)))
    return null;
  // `cancel half of the flights` leaves a part.
  if (size.isFraction && size.kind === 'percent' && undoing.has(stem(size.from - 1))) return 'ambiguous';
  if (!denies && isNegated(tokens, { from: size.from, to, kind: size.kind, settled }))
    return isDeniedByPeople(tokens, size.from) ? 'ambiguous' : 'negated';
  const previous = stem(size.from - 1);
  const isUpTo = previous === 'to' && stem(size.from - 2) === up && !isMovedUp(tokens, size.from - 2);
  const inexact = [than, least, most].includes(previous) || isUpTo;
  // The 28 of a product's name is no amount.
  const isNumber = (at: number) => /^\d/.test(stem(at)) && !taken.has(at);
  if (inexact || isNumber(size.from - 1) || isNumber(size.to)) return 'inexact';
  const compares = stem(to) === than || (stem(to) === 'as' && stem(size.to) === 'as');
  if (!compares) return null;
  return isToday(tokens, to + 1) ? null : 'compared';
}
