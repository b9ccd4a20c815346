import type { Amount } from './amount.js';
import { isStrict, measures, suits } from './aspects.js';
import { appliesToOther } from './counted.js';
import { clauseEnds, fillers, lackWords, sentenceEnds, stemmed } from './lexicon.js';
import { linkBetween } from './linked-names.js';
import { mentionsBetween, type Mention, type ReadQuestion } from './mentions.js';
import { isMeasuredBy, nearestMention } from './nearest-mention.js';
import type { Quantity } from './quantities.js';
import { unitOf } from './units.js';
import { impliedBy, type Naming, type Phrase } from './vocabulary.js';

/** A parameter, the phrases that name it, and their mentions in this question. */
export interface Named<P> {
  parameter: P;
  naming: Naming;
  /** One list for each list of phrases in `naming`. */
  mentions: Mention[][];
  /** Only for a factor of a known quantity. */
  quantity?: Quantity | undefined;
}

/** A parameter that an amount may apply to. */
export interface Candidate<P> {
  named: Named<P>;
  /** Distance in tokens between the amount and the words that name the parameter. A lower cost is a better match. */
  cost: number;
  /** Nearest mention for each list of phrases; null if an adjective implies it. */
  by: (Mention | null)[];
  opposite: boolean;
  /** No word names the quantity, but the amount suggests it: `Hunt's 10% off` is a price. */
  isImplied: boolean;
  /** Largest distance of a mention. */
  farthest: number;
}

/** Cost reduction for each token of a name: longer names are more specific. */
const longNameBonus = 0.5;
const maxDistance = { percent: 30, factor: 30, plain: 16, whole: 10, none: 14, ratio: 0 };
const maxDistanceToLack = 4;
/** `stop putting any of the four on display`. */
const maxDistanceToEnded = 8;
const maxDistanceToBare = 12;
/** Largest distance of an amount in a known unit. */
const maxDistanceToMeasured = 24;
/** Extra cost if only an adjective names the parameter. */
const adjectiveOnlyCost = 6;
/** Extra cost if only the amount suggests the quantity. */
const impliedCost = 3;
const unchanged = new Set(stemmed('stay remain keep kept leave unchanged untouched constant same alone'));
const maxDistanceToUnchanged = 4;

/** Parameters named near an amount, lowest cost first. */
export function candidatesFor<P extends { unit: string }>(
  question: ReadQuestion,
  amount: Amount,
  all: readonly Named<P>[],
  amounts: Amounts = new Amounts(question, []),
): Candidate<P>[] {
  const isMeasured = all.some(
    ({ mentions: [subjects = [], ...others] }) =>
      others.length > 0 && subjects.some((mention) => isMeasuredBy(question.tokens, amount, mention)),
  );
  if (isMeasured) return [];
  const limit = limitOf(question, amount);
  // `Heinz` without a size means any of its sizes.
  const isNumbered = all.some(({ naming, mentions }) =>
    naming.some((list, at) => isNumber(list) && mentions[at]!.length > 0),
  );
  let named = all
    // Only an adjective can imply the first list.
    .filter((one) => amount.aspect !== null || one.mentions[0]!.length > 0 || isOwnUnit(amount, one))
    .flatMap((one) => candidate(question, amount, withNear(question, amount, one, amounts), isNumbered) ?? [])
    .filter(({ farthest }) => farthest <= limit);
  // `airfare +15%, rail -15%` says nothing more of flying after `rail`.
  const isSubjectHere = all.some(
    ({ mentions: [subjects = [], ...others] }) =>
      others.length > 0 && subjects.some((mention) => isIn(question, amount, mention)),
  );
  const isHere = ({ by }: Candidate<P>) => by.some((one) => one === null || isIn(question, amount, one));
  // `cars and buses take 20% longer` is about both of them.
  const here = named.filter(isHere);
  if (isSubjectHere)
    named = named.filter((one) => here.includes(one) || here.some((other) => linkBetween(question, one, other)));
  const isNamedHere = ({ by, isImplied }: Candidate<P>) =>
    !isImplied && by.every((mention) => mention !== null && question.isInSameClause(amount, mention));
  // `Heinz 28 displays rise by 10%` names its quantity.
  const hasUnit = amount.kind === 'plain' && amount.unit !== null;
  if (!hasUnit && named.some(isNamedHere)) named = named.filter(({ isImplied }) => !isImplied);
  // `10% off what they cost`.
  const prices =
    amount.isPriceLike && amount.kind !== 'plain' ? named.filter((one) => !one.isImplied && isPrice(one.named)) : [];
  if (prices.length > 0) named = prices;
  // `the interval between trains is 20% longer` names its subject in the same clause.
  const said = isStrict(amount)
    ? named.filter(({ by }) => by.every((mention) => mention !== null && question.isInSameClause(amount, mention)))
    : [];
  if (said.length > 0) return said.sort((a, b) => a.cost - b.cost);
  // An adjective such as `nearer` selects the parameters that it can describe (a distance).
  const meant = named.filter(({ by, isImplied }) => by.includes(null) && !isImplied);
  return (meant.length > 0 ? meant : named).sort((a, b) => a.cost - b.cost);
}

const isIn = (question: ReadQuestion, amount: Amount, mention: Mention) => question.isInSameClause(amount, mention);

const isPrice = ({ naming }: { naming: Naming }) => naming.some((list) => impliedBy(list, 'price') !== undefined);

/** Largest distance to a name. A pronoun in the clause of the amount refers to a name farther away: `its price drops to 3.90`. */
function limitOf({ tokens }: ReadQuestion, amount: Amount): number {
  const limit = usualLimitOf(amount);
  if (amount.kind !== 'plain' || tokens[amount.from - 1]?.stem === 'of') return limit;
  for (
    let at = amount.from - 1;
    at >= Math.max(0, amount.from - maxWindow) && !sentenceEnds.has(tokens[at]!.stem);
    at--
  ) {
    if (pronouns.has(tokens[at]!.word)) return maxWindow;
    if (clauseEnds.has(tokens[at]!.stem) && amount.from - at > 1) break;
  }
  return limit;
}

function usualLimitOf({ kind, unit }: Amount): number {
  if (kind !== 'plain') return maxDistance[kind];
  if (unit === null) return maxDistanceToBare;
  return unit.dimension === 'time' || unit.dimension.startsWith('of ') ? maxDistance.plain : maxDistanceToMeasured;
}

const pronouns = new Set(['it', 'its', 'they', 'their', 'them', 'theirs', 'those', 'these']);

/** Mentions near an amount. Leaves out names in a later clause that has its own amount: `fares fall by 40%, and advertising doubles`. */
function withNear<P>(question: ReadQuestion, amount: Amount, named: Named<P>, amounts: Amounts): Named<P> {
  const [first, last] = [Math.min(amount.chain, amount.from) - maxWindow, amount.to + maxWindow];
  const isNear = (mention: Mention) =>
    mention.to >= first &&
    !amounts.isPartOfOther(amount, mention) &&
    (mention.from < amount.to || !(amounts.isOwnedByOther(amount, mention) || isUnchanged(question, amount, mention)));
  const near = (list: readonly Mention[]) => mentionsBetween(list, first - maxMention, last).filter(isNear);
  return { ...named, mentions: named.mentions.map(near) };
}

/** Largest number of tokens of a name. */
const maxMention = 40;
/** Names farther away than this number of tokens are never meant. */
const maxWindow = 36;

/** `train fares stay put` after another clause. */
const isUnchanged = (question: ReadQuestion, amount: Amount, mention: Mention): boolean =>
  !question.isInSameClause(amount, mention) &&
  question.tokens
    .slice(mention.to, mention.to + maxDistanceToUnchanged)
    .some(({ stem }, at, near) => unchanged.has(stem) && !near.slice(0, at).some((one) => clauseEnds.has(one.stem)));

/** The amounts of a question, by position. */
export class Amounts {
  /** For each token, the last amount that ends at or before it. */
  private readonly before: (Amount | undefined)[] = [];
  /** For each token, the first amount that begins at or after it. */
  private readonly after: (Amount | undefined)[] = [];

  constructor(
    private readonly question: ReadQuestion,
    all: readonly Amount[],
  ) {
    const sizes = all.filter(({ kind }) => kind !== 'whole');
    if (sizes.length === 0) return;
    const { length } = question.tokens;
    let next = 0;
    for (let at = 0; at <= length; at++) {
      while (next < sizes.length && sizes[next]!.to <= at) next++;
      this.before.push(sizes[next - 1]);
    }
    next = sizes.length;
    for (let at = length; at >= 0; at--) {
      while (next > 0 && sizes[next - 1]!.from >= at) next--;
      this.after[at] = sizes[next];
    }
  }

  /** Whether a name is in another clause, which has its own amount. */
  isOwnedByOther(amount: Amount, mention: Mention): boolean {
    if (this.question.isInSameClause(amount, mention)) return false;
    const near = [this.before[mention.from], this.after[mention.to]];
    return near.some((other) => other && other !== amount && this.question.isInSameClause(other, mention));
  }

  /** Whether a word is part of another amount: `every` in `every second train`. */
  isPartOfOther(amount: Amount, mention: Mention): boolean {
    const other = this.before[mention.to] === amount ? undefined : this.after[mention.from];
    const last = this.after[mention.from - 1] ?? other;
    return [other, last].some(
      (one) => one && one !== amount && one.kind === 'percent' && one.from === mention.from && mention.to < one.to,
    );
  }
}

function candidate<P extends { unit: string }>(
  question: ReadQuestion,
  amount: Amount,
  named: Named<P>,
  isNumbered: boolean,
): Candidate<P> | undefined {
  if (appliesToOther(question.tokens, amount, named.mentions, named.parameter.unit)) return undefined;
  if (isStrict(amount) && !suits(question.tokens, amount, named.naming, named.parameter.unit)) return undefined;
  if (named.parameter.unit.startsWith('×') && !measures(amount, named.naming)) return undefined;
  let cost = 0;
  let opposite = false;
  let [nearest, farthest] = [Infinity, 0];
  const isQuantityHere = named.mentions
    .slice(1)
    .some((mentions) => mentions.some((mention) => question.isInSameClause(amount, mention)));
  let isImplied = false;
  const by: (Mention | null)[] = [];
  const excludes = (mention: Mention) => mention.excludes === true && question.isInSameClause(amount, mention);
  if (named.mentions.some((list) => list.some(excludes))) return undefined;
  for (const [list, mentions] of named.mentions.entries()) {
    const implied = amount.aspect ? impliedBy(named.naming[list]!, amount.aspect) : undefined;
    const found = nearestMention(question, amount, mentions, list === 0 && named.mentions.length > 1);
    const { unit } = named.parameter;
    const isSuggested =
      (list > 0 && isFactorOf(amount, by[0], unit)) ||
      ((list > 0 || isOwnUnit(amount, named)) && suggests(amount, named.naming[list]!, named.quantity?.unit ?? unit));
    if (implied) by.push(null);
    else if (isSuggested && (!found || found.cost > impliedCost)) {
      isImplied = true;
      cost += impliedCost;
      by.push(null);
    } else if (!found && !isNumbered && isNumber(named.naming[list]!)) continue;
    else if (!found) return undefined;
    else {
      cost += found.cost - longNameBonus * (found.mention.to - found.mention.from);
      nearest = Math.min(nearest, found.cost);
      // The subject may be named in an earlier sentence.
      const isFarSubject = list === 0 && isQuantityHere && found.mention.to <= amount.from && found.cost <= maxWindow;
      if (!isFarSubject) farthest = Math.max(farthest, found.cost);
      by.push(found.mention);
    }
    if ((implied ?? found?.mention)?.opposite) opposite = !opposite;
  }
  // `all the fuss about the flight, getting to the airport and waiting, takes half the time`.
  const [subject] = by;
  const isLeftOut = ({ excludes: isExcluded, from, to }: Mention) =>
    isExcluded === true && subject!.to <= from && to <= amount.from && !question.isAcross(subject!.to, amount.from);
  if (subject && named.mentions.some((list) => list.some(isLeftOut))) return undefined;
  if (amount.kind === 'none' && !isLacked(question, amount, by, nearest)) return undefined;
  if (by.every((mention) => mention === null)) cost += adjectiveOnlyCost;
  return { named, cost, by, opposite, isImplied, farthest };
}

/** Whether `no` or `free` applies to these names: `without any fee` says nothing of a name before it. */
function isLacked(
  { tokens }: ReadQuestion,
  { from, to, aspect, isWeak }: Amount,
  by: readonly (Mention | null)[],
  nearest: number,
): boolean {
  const next = tokens[to]?.stem ?? '';
  const isNamed = by.some((mention) => mention !== null && mention.from <= to && to < mention.to);
  // `free parking`.
  if (aspect && /^\p{L}/u.test(next) && !isNamed && !fillers.has(next) && !clauseEnds.has(next)) return false;
  if (nearest > (isWeak ? maxDistanceToEnded : maxDistanceToLack) || (aspect && !by.includes(null))) return false;
  return (
    !lackWords.has(tokens[from]!.stem) ||
    by.some((mention) => mention !== null && mention.from >= to && mention.from - to <= maxDistanceToLack)
  );
}

/** `contacts x1.5` of a weight. */
const isFactorOf = ({ kind, from }: Amount, subject: Mention | null | undefined, unit: string): boolean =>
  kind === 'factor' && unit === 'times' && subject?.to === from;

/** `45 points` of a parameter in points that one list of phrases names. */
const isOwnUnit = ({ kind, unit }: Amount, named: Named<{ unit: string }>): boolean =>
  kind === 'plain' &&
  unit !== null &&
  named.mentions.length === 1 &&
  unitOf(named.parameter.unit).dimension === unit.dimension;

/** Whether an amount suggests a quantity that no word names: miles for a range, and a discount for a price. */
function suggests(amount: Amount, list: readonly Phrase[], unit: string): boolean {
  const own = unitOf(unit);
  const isLast = !isNumber(list);
  if (amount.unit?.dimension === 'unit') return isPriceUnit(unit) && impliedBy(list, 'price') !== undefined;
  if (amount.kind === 'plain' && amount.unit !== null)
    return isLast && amount.unit.dimension === own.dimension && !own.dimension.startsWith('of price');
  const moves = isPriceUnit(unit) && (amount.sign !== 0 || amount.target);
  return (amount.isPriceLike || moves) && impliedBy(list, 'price') !== undefined;
}

const isPriceUnit = (unit: string) => /^price\b/.test(unit);

/** Names such as `28` that distinguish sizes of one product. */
function isNumber(phrases: readonly Phrase[]): boolean {
  let known = numbers.get(phrases);
  if (known === undefined) {
    known = phrases.some(({ stems }) => /^\d+$/.test(stems.join('')));
    numbers.set(phrases, known);
  }
  return known;
}

/** Cached, because it is needed for each pair of an amount and a parameter. */
const numbers = new WeakMap<readonly Phrase[], boolean>();
