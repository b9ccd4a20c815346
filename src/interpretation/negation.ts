import type { Amount } from './amount.js';
import { openers, sentenceEnds, stemmed } from './lexicon.js';
import type { Span } from './mentions.js';
import {
  asking,
  circumstances,
  clauses,
  comparatives,
  denials,
  determiners,
  everyone,
  excluding,
  finite,
  lacks,
  leaving,
  losing,
  passive,
  phrasal,
  reducing,
  refusing,
  stopping,
  stoppingGerund,
  taking,
  undoing,
} from './negation-words.js';
import { relatives } from './people.js';
import type { Token } from './tokens.js';

/** Tokens whose negation is checked. A denied or undone change sets no parameter. */
export interface Scope extends Span {
  kind: Amount['kind'] | 'option';
  /** The span has its own verb, so words after the next `and` do not apply to it. */
  settled: boolean;
}

const [no = '', nothing = '', but = '', instead = '', rather = '', than = ''] = stemmed(
  'no nothing but instead rather than',
);
const [not = '', exception = ''] = stemmed('not exception');
const [place = ''] = stemmed('place');
const [end = '', about = '', left = '', out = '', away = ''] = stemmed('end about left out away');
/** Words farther away belong to another statement, even if no mark separates them. */
const maxScope = 50;
const maxDistanceToLack = 8;
const maxDistanceToLackOfOption = 4;
const maxDistanceToDeterminer = 4;
const maxDistanceToAway = 6;
const maxDistanceToComma = 4;

export const isNegated = (tokens: readonly Token[], scope: Scope): boolean =>
  isDeniedBefore(tokens, scope) ||
  isDeniedAfter(tokens, scope) ||
  (scope.kind !== 'none' && scope.kind !== 'whole' && isStopped(tokens, scope));

function isDeniedBefore(tokens: readonly Token[], { from, kind, settled }: Scope): boolean {
  let [bent, linked, circumstance, bounded] = [false, false, false, false];
  const limit = kind === 'option' ? maxDistanceToLackOfOption : maxDistanceToLack;
  for (let at = from - 1; at >= Math.max(0, from - maxScope); at--) {
    const stem = tokens[at]!.stem;
    // `all of them without exception`.
    if (tokens[at + 1]?.stem === exception) continue;
    if (denials.has(stem) || isNoLonger(tokens, at)) return !(circumstance && asksWhoNot(tokens, at));
    if (refusing.has(stem) && tokens[at + 1]?.stem === 'to' && !asksWhoNot(tokens, at)) return true;
    if (beginsGerund(tokens, at)) return true;
    if (kind !== 'none' && !linked && undoing.has(stem)) return true;
    if (kind !== 'none' && !linked && !circumstance && isLeftBehind(tokens, at, kind === 'percent' && !settled))
      return true;
    if (kind !== 'none' && !linked && !bounded && from - at <= limit && (lacks.has(stem) || replaces(tokens, at)))
      return true;
    // `stop featuring it and instead display it` begins a new statement.
    if (stem === instead && tokens[at + 1]?.stem !== 'of') return false;
    // `nothing but a reminder` is only a reminder.
    if (stem === but) return tokens[at - 1]?.stem !== nothing && everyone.has(tokens[at - 1]?.stem ?? '');
    if (sentenceEnds.has(stem) || stem === ',' || clauses.has(stem) || (stem === 'and' && bent)) return false;
    linked ||= stem === 'and';
    bent ||= finite.has(stem);
    circumstance ||= circumstances.has(stem);
    // `without work for unemployment rates of 5%`.
    bounded ||= kind !== 'option' && stem === 'for';
  }
  return false;
}

function isDeniedAfter(tokens: readonly Token[], { to, kind, settled }: Scope): boolean {
  const isShare = (kind === 'percent' || kind === 'whole') && !settled;
  // `30% of voters, most of them old, do not`.
  let [linked, commas] = [false, 0];
  const canCross = isShare && tokens[to]?.stem === 'of';
  for (let at = to; at < Math.min(tokens.length, to + maxScope); at++) {
    const stem = tokens[at]!.stem;
    // `the neighbors who did not vote`.
    if (replaces(tokens, at) || (kind === 'option' && relatives.has(stem))) return false;
    // `reaches everyone except a quarter of the voters`.
    if (at > to && excluding.has(stem) && stem !== not && everyone.has(tokens[at - 1]!.stem)) return false;
    // `half of the farmers, not the popular ones` excludes others.
    if (at > to && tokens[at - 1]!.stem === ',' && stem === not && determiners.has(tokens[at + 1]?.stem ?? ''))
      return false;
    // `aid to the poor, not welfare`: the words of another option are empty.
    if (stem === not && tokens[at + 1]?.stem === '') return false;
    if (stem === '(') {
      at = endOfBracket(tokens, at);
      continue;
    }
    // `carried it on half of the trips and never carried the other` begins a new statement.
    if (at > to && stem === 'and' && denials.has(tokens[at + 1]?.stem ?? '')) return false;
    if (denials.has(stem) || isNoLonger(tokens, at) || (stem === left && tokens[at + 1]?.stem === out)) return true;
    if (isShare && (stem === no || stem === nothing || refusing.has(stem))) return true;
    linked ||= stem === 'and';
    if (kind !== 'none' && isUndone(tokens, at, linked)) return true;
    const isVerb = finite.has(tokens[at + 1]?.stem ?? '');
    if (at === to && stem === but && !isVerb && everyone.has(tokens[to - 1]?.stem ?? '')) return true;
    if (sentenceEnds.has(stem) || clauses.has(stem) || stem === but || (stem === 'and' && settled)) return false;
    if (stem !== ',') continue;
    if (!canCross || (commas === 0 && at - to > maxDistanceToComma) || commas > 1) return false;
    commas++;
  }
  return false;
}

/** The token that closes a bracket: `falls by 10 percent (not points)` denies nothing outside it. */
function endOfBracket(tokens: readonly Token[], from: number): number {
  const to = tokens.findIndex(({ stem }, at) => at > from && (stem === ')' || sentenceEnds.has(stem)));
  return to < 0 ? tokens.length : to;
}

/** `How many would not come with a voucher of $2?` */
function asksWhoNot(tokens: readonly Token[], denial: number): boolean {
  let at = denial - 1;
  while (at >= 0 && !sentenceEnds.has(tokens[at]!.stem) && tokens[at]!.stem !== ',' && !openers.has(tokens[at]!.stem))
    at--;
  return asking.has(tokens[at + 1]?.stem ?? '') && tokens[at + 2]?.stem !== about;
}

/** Whether a name is excluded from the statement: `air fares, unlike train fares, rise`. */
export function isExcluded(tokens: readonly Token[], from: number): boolean {
  let at = from - 1;
  while (from - at <= maxDistanceToDeterminer && determiners.has(tokens[at]?.stem ?? '')) at--;
  const isButOne =
    tokens[at]?.stem === but &&
    tokens[at - 1]?.stem !== ',' &&
    [1, 2, 3].some((back) => everyone.has(tokens[at - back]?.stem ?? ''));
  return isButOne || excluding.has(tokens[at]?.stem ?? '') || replaces(tokens, at - 1);
}

/** `no longer`, `no less`, `no one`; not `no more than`. */
export const isNoLonger = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]!.stem === no && comparatives.has(tokens[at + 1]?.stem ?? '') && tokens[at + 2]?.stem !== than;

/** `instead of`, `in place of`, `rather than`. */
export const replaces = (tokens: readonly Token[], at: number): boolean => {
  const [stem, next] = [tokens[at]?.stem, tokens[at + 1]?.stem];
  if (next === 'of') return stem === instead || (stem === place && tokens[at - 1]?.stem === 'in');
  return stem === rather && next === than;
};

/** Whether `instead of` or `rather than` is before the token. */
export const isReplaced = (tokens: readonly Token[], from: number): boolean =>
  [1, 2, 3, 4].some((back) => from >= back && replaces(tokens, from - back));

/** `without raising fares by 20%`, `instead of raising them`. */
function beginsGerund(tokens: readonly Token[], at: number): boolean {
  const verb = replaces(tokens, at)
    ? tokens[at + 2]
    : stoppingGerund.has(tokens[at]!.stem)
      ? tokens[at + 1]
      : undefined;
  return verb !== undefined && verb.word.length > 4 && verb.word.endsWith('ing') && !verb.word.endsWith('thing');
}

/** `the rise was dropped`, `with the rise canceled`. */
function isUndone(tokens: readonly Token[], at: number, linked: boolean): boolean {
  const { stem, word } = tokens[at]!;
  if (isPhrasal(tokens, at)) return true;
  // `take the discount away`.
  if (stem === away)
    return tokens.slice(Math.max(0, at - maxDistanceToAway), at).some((token) => taking.has(token.stem));
  if ((undoing.has(stem) || stem === end) && /(?:ed|awn|one)$/.test(word)) return true;
  if (reducing.has(stem) && tokens.slice(at + 1, at + 3).some((next) => links.has(next.stem))) return false;
  return (linked ? undoing : stopping).has(stem) && [1, 2].some((back) => passive.has(tokens[at - back]?.stem ?? ''));
}

/** Words between a verb and its amount. */
const links = new Set(stemmed('to by from'));
const phrasalVerbs = new Set([...phrasal].map((words) => words.split(' ')[0]!));

const isPhrasal = (tokens: readonly Token[], at: number): boolean =>
  phrasalVerbs.has(tokens[at]!.stem) && phrasal.has(`${tokens[at]!.stem} ${tokens[at + 1]?.stem ?? ''}`);

/** `give up the 20% discount`; `lose the display on 20% of trips`, where `lose 20%` may be what is asked. */
function isLeftBehind(tokens: readonly Token[], at: number, isShare: boolean): boolean {
  const { stem } = tokens[at]!;
  return isPhrasal(tokens, at) || (leaving.has(stem) && (isShare || !losing.has(stem)));
}

/** `drop the planned 20% rise`, `lose free care`, `move out of tower blocks`. */
function isStopped(tokens: readonly Token[], { from, kind }: Scope): boolean {
  let at = from - 1;
  while (from - at <= maxDistanceToDeterminer && determiners.has(tokens[at]?.stem ?? '')) at--;
  const isOutOf = tokens[at]?.stem === 'of' && tokens[at - 1]?.stem === out;
  if (kind === 'option' && (isOutOf || losing.has(tokens[from - 1]?.stem ?? ''))) return true;
  return at < from - 1 && stopping.has(tokens[at]?.stem ?? '');
}
