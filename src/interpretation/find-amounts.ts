import type { Amount } from './amount.js';
import { withDirection } from './direction.js';
import { fillers, sentenceEnds, stemmed } from './lexicon.js';
import { replaces } from './negation.js';
import { determiners } from './negation-words.js';
import { sizeAt } from './sizes.js';
import { arrow, type Token } from './tokens.js';

const [every = ''] = stemmed('every');

/**
 * Finds every amount of a question, in order.
 *
 * @param taken tokens that are not amounts, such as the 28 of a product's name
 */
export function findAmounts(tokens: readonly Token[], taken: ReadonlySet<number>): Amount[] {
  const found: Amount[] = [];
  for (let at = 0; at < tokens.length;) {
    const read = taken.has(at) ? undefined : sizeAt(tokens, at, taken);
    // `a quarter` in `pay a quarter of each bill`, which names an option.
    const size = read?.isFraction && taken.has(read.to - 1) ? undefined : read;
    if (size?.kind === 'whole' && isOfAll(tokens, found.at(-1), at)) {
      at++;
      continue;
    }
    if (size) found.push(withDirection(tokens, size, found.findLast(({ kind }) => kind !== 'whole')?.to ?? 0, taken));
    at = size ? Math.max(found.at(-1)!.to, at + 1) : at + 1;
  }
  found.forEach((amount, position) => {
    const last = found[position - 1];
    const isLinked = last?.to === amount.from - 1 && tokens[last.to]!.stem === 'and';
    if (isLinked) amount.chain = last.chain;
  });
  withElidedVerbs(tokens, found);
  return withoutAlternatives(tokens, found);
}

/** `fares rise by 5%, tolls by 10%` elides the second verb. */
function withElidedVerbs(tokens: readonly Token[], amounts: readonly Amount[]): void {
  amounts.forEach((amount, position) => {
    const last = amounts[position - 1];
    const isElided = amount.sign === 0 && amount.aspect === null && tokens[amount.from]!.stem === 'by';
    if (!last || !isElided || last.sign === 0 || last.kind !== amount.kind || isFar(tokens, last, amount)) return;
    if (tokens.slice(last.to, amount.from).some(({ stem }) => changing.has(stem))) return;
    amount.sign = last.sign;
    amount.aspect = last.aspect;
  });
}

/** Other verbs between the amounts: `fares rise by 5% and sales move by 10%`. */
const changing = new Set(stemmed('change move shift vary differ multiply scale alter adjust'));

const bare = ({ kind, unit }: Amount) => kind === 'plain' && unit === null;
const choices = new Set(stemmed('or versus vs'));

/** `from 5 to 10` means 10. `5 to 10` is inexact, and `5 or 10` and `5 and 10` are two values. */
function withoutAlternatives(tokens: readonly Token[], amounts: Amount[]): Amount[] {
  for (const [position, amount] of amounts.entries()) {
    const last = amounts[position - 1];
    const between = last && amount.from >= last.to ? tokens.slice(last.to, amount.from).map(({ stem }) => stem) : [];
    if (!last || amount.kind === 'whole' || between.length > 1 || tokens[last.from - 1]?.stem === 'from') continue;
    const [link = tokens[amount.from]!.stem] = between;
    if (arrow.test(tokens[last.to]?.word ?? '')) continue;
    const alike = last.kind === amount.kind && amount.sign === 0 && amount.aspect === null;
    const spans = last.kind === 'plain' || last.kind === amount.kind || (last.kind === 'factor' && bare(amount));
    if (link === 'to' && spans) last.problem = amount.problem = 'inexact';
    else if (choices.has(link) || (link === 'and' && alike)) {
      last.problem = amount.problem = 'two_values';
      if (choices.has(link) && last.kind === amount.kind) shareDirection(last, amount);
    }
  }
  return withoutOld(tokens, amounts);
}

/** `fall by 10% or 20%`, `10% or 20% lower`. */
function shareDirection(first: Amount, second: Amount): void {
  const [from, to] = first.sign === 0 && first.aspect === null ? [second, first] : [first, second];
  if (to.sign === 0 && to.aspect === null)
    Object.assign(to, { sign: from.sign, aspect: from.aspect, target: from.target, unit: to.unit ?? from.unit });
}

/** Moves old values into `was`: `from 3 to 5 cents`, `5 instead of 3 cents` and `5 cents, up from 3` all mean 5 cents. */
function withoutOld(tokens: readonly Token[], amounts: readonly Amount[]): Amount[] {
  const replacedBy = new Map<Amount, Amount>();
  // `every` in `instead of every 30` is no amount.
  const sizes = amounts.filter(({ kind }) => kind !== 'whole');
  sizes.forEach((old, position) => {
    const how = oldness(tokens, old);
    if (!how) return;
    const near = (other: Amount | undefined) =>
      other && !isFar(tokens, old, other) && !replacedBy.has(other) ? other : undefined;
    const before = near(sizes[position - 1]);
    const after = near(sizes[position + 1]);
    const isAfter = after !== undefined && tokens.slice(old.to, after.to).some(({ stem }) => targets.has(stem));
    const current = how === 'replaced' ? (before ?? after) : isAfter ? after : how === 'moved' ? before : undefined;
    if (current) replacedBy.set(old, current);
    else if (how === 'replaced' && old.kind !== 'none') replacedBy.set(old, old);
  });
  return amounts
    .filter((amount) => !replacedBy.has(amount))
    .map((amount) => {
      const old = [...replacedBy].find(([, current]) => current === amount)?.[0];
      return old
        ? {
            ...amount,
            problem: ownProblem(amount),
            was: sizeOfOld(old, amount),
            unit: bare(amount) || (bare(old) && isDecimal(tokens, old)) ? old.unit : amount.unit,
            to: isWord(amount) && bare(old) && isDecimal(tokens, old) ? amount.to - 1 : amount.to,
            chain: Math.min(amount.chain, old.from),
          }
        : amount;
    });
}

/** Whether an unknown word counts as the unit. */
const isWord = ({ unit }: Amount) => unit?.dimension.startsWith('of ') === true;

/** In `from 4.63 to 4.00 hurts Heinz`, the word after the number is no unit. */
const isDecimal = (tokens: readonly Token[], { to }: Amount): boolean => /^\d+\.\d+$/.test(tokens[to - 1]!.stem);

/** `up to 5` is inexact, but `from 3 up to 5` is not. */
const ownProblem = ({ problem }: Amount) => (problem === 'inexact' ? null : problem);
const targets = new Set(stemmed('to towards into'));
const moves = new Set(stemmed('up down raised increased reduced lowered cut grown fallen rising falling'));
const maxDistanceToOld = 8;

/** `replaced`: `instead of 3`; `from`: `from 3`; `moved`: `up from 3`. */
function oldness(
  tokens: readonly Token[],
  { from, to, kind, sign, counted }: Amount,
): 'replaced' | 'from' | 'moved' | null {
  if (kind !== 'plain' && kind !== 'none' && (kind !== 'percent' || sign !== 0 || counted)) return null;
  if (arrow.test(tokens[to]?.word ?? '')) return 'from';
  let at = from - 1;
  while (determiners.has(tokens[at]?.stem ?? '') || tokens[at]?.stem === every) at--;
  if (tokens[at]?.stem === 'from') return moves.has(tokens[at - 1]?.stem ?? '') ? 'moved' : 'from';
  return kind !== 'none' && replaces(tokens, at - 1) ? 'replaced' : null;
}

function isFar(tokens: readonly Token[], a: Amount, b: Amount): boolean {
  const [first, second] = a.from < b.from ? [a, b] : [b, a];
  const between = tokens.slice(first.to, second.from);
  return between.length > maxDistanceToOld || between.some(({ stem }) => sentenceEnds.has(stem));
}

/** The old value in the unit of the new one; null if they differ in kind. */
function sizeOfOld(old: Amount, amount: Amount): number | null {
  if (old.kind === 'none') return 0;
  // `from 45 to 30 percent`.
  if (bare(old) && amount.kind === 'percent') return old.size / 100;
  if (old.kind !== amount.kind) return null;
  if (old.unit && amount.unit && old.unit.dimension === amount.unit.dimension)
    return (old.size * old.unit.size) / amount.unit.size;
  return old.size;
}

/** Whether `all` belongs to a share before it: `half of all trips` is one amount. */
function isOfAll(tokens: readonly Token[], last: Amount | undefined, at: number): boolean {
  return last?.kind === 'percent' && tokens.slice(last.to, at).every(({ stem }) => fillers.has(stem));
}
