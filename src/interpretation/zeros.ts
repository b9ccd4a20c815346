// Linguistic data: words that users write.
import type { Size } from './amount.js';
import { clauseEnds, stemmed } from './lexicon.js';
import { readFraction, readNumber } from './numbers.js';
import type { Token } from './tokens.js';

const [no = '', than = '', not = '', never = '', neither = '', off = '', out = '', from = ''] = stemmed(
  'no than not never neither off out from',
);
const further = new Set(stemmed('longer more'));
/** Verbs that end an activity: `stop listening`, `ignore their friends`. */
const ending = new Set(stemmed('stop stopped quit cease ceased discontinue discontinued ignore ignored kill killed'));
/** Verbs that end something if all of it is meant: `lose all displays`. */
const emptying = new Set(stemmed('lose lost drop dropped remove removed scrap scrapped cancel canceled end ended'));
const all = new Set(stemmed('all every any each both'));
const disappearing = new Set(stemmed('vanish vanished disappear disappeared gone evaporate'));
const switching = new Set(stemmed('switch switched turn turned'));
const removing = new Set(stemmed('take took taken pull pulled remove removed withdraw withdrew withdrawn strip'));
const wiping = new Set(stemmed('wipe wiped'));
const maxDistanceToEnd = 8;
const maxDistanceToOff = 7;
const maxDistanceToFrom = 4;

/**
 * Words that set a share or a weight to zero without a number: `no longer`, `stop`, `lose all`, `never on display`, `does not matter at all`. Only if no number
 * follows in the same clause: `no longer on 20% of trips` may mean another share.
 */
export function zeroAt(tokens: readonly Token[], from: number, taken: ReadonlySet<number>): Size | undefined {
  const stem = (offset: number) => tokens[from + offset]?.stem ?? '';
  const length = lengthAt(stem);
  if (length === 0 || [not, never, no].includes(tokens[from - 1]?.stem ?? '')) return undefined;
  for (let at = from + length; at < tokens.length && !clauseEnds.has(tokens[at]!.stem); at++)
    if (!taken.has(at) && (readNumber(tokens, at) ?? tokens[at]!.stem === '%')) return undefined;
  if (stem(0) === never && hasNumberBefore(tokens, from, taken)) return undefined;
  return { from, to: from + length, kind: 'none', size: 0, isWeak: true };
}

/** `90% of voters never receive it`. */
function hasNumberBefore(tokens: readonly Token[], from: number, taken: ReadonlySet<number>): boolean {
  for (let at = from - 1; at >= 0 && !clauseEnds.has(tokens[at]!.stem); at--)
    if (!taken.has(at) && (readNumber(tokens, at) ?? readFraction(tokens, at) ?? tokens[at]!.stem === '%')) return true;
  return false;
}

function lengthAt(stem: (offset: number) => string): number {
  const [first, second] = [stem(0), stem(1)];
  if (first === no && further.has(second)) return stem(2) === than ? 0 : 2;
  // `would stop people from coming` is a result.
  if (ending.has(first) && reaches(stem, from, maxDistanceToFrom)) return 0;
  if (ending.has(first) || disappearing.has(first)) return 1;
  if (emptying.has(first) && all.has(second)) return 2;
  if (wiping.has(first) && second === out) return 2;
  // `take it off display`, but not `names pulled from a bowl`.
  if (removing.has(first) && second !== from)
    return [off, from].some((end) => reaches(stem, end, maxDistanceToOff)) ? 1 : 0;
  if (switching.has(first)) return reaches(stem, off, maxDistanceToOff) ? 1 : 0;
  return ((first === not || first === neither) && hasEnd(stem)) || first === never ? 1 : 0;
}

function reaches(stem: (offset: number) => string, end: string, limit: number): boolean {
  for (let at = 1; at <= limit && !clauseEnds.has(stem(at)); at++) if (stem(at) === end) return true;
  return false;
}

/** `not … at all`, `not … any more`, `not … anymore`. */
function hasEnd(stem: (offset: number) => string): boolean {
  for (let at = 1; at <= maxDistanceToEnd && stem(at) !== '' && !clauseEnds.has(stem(at)); at++) {
    if (stem(at) === anymore) return true;
    if ((stem(at) === 'at' && all.has(stem(at + 1))) || (stem(at) === any && further.has(stem(at + 1)))) return true;
  }
  return false;
}

const [anymore = '', any = ''] = stemmed('anymore any');
