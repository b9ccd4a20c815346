import type { Amount } from './amount.js';
import { isStrict, suits } from './aspects.js';
import { appliesToOther, countsPeople } from './counted.js';
import { clauseEnds, stemmed } from './lexicon.js';
import type { Mention, ReadQuestion } from './mentions.js';
import { isExcluded } from './negation.js';
import type { Token } from './tokens.js';
import { unitOf } from './units.js';
import { impliedBy, type Naming, type Phrase } from './vocabulary.js';

/** A parameter, the phrases that name it, and their mentions in this question. */
export interface Named<P> {
  parameter: P;
  naming: Naming;
  /** One list for each list of phrases in `naming`. */
  mentions: Mention[][];
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
}

/** Extra cost if the name follows the amount: amounts mostly follow names. */
const laterNameCost = 1;
/** Cost reduction for each token of a name: longer names are more specific. */
const longNameBonus = 0.5;
const maxDistance = { percent: 30, factor: 30, plain: 16, whole: 10, none: 14, ratio: 0 };
const maxDistanceToLack = 3;
const [between = ''] = stemmed('between');
const maxDistanceToBetween = 4;
const maxDistanceToBare = 12;
/** Extra cost if only an adjective names the parameter. */
const adjectiveOnlyCost = 6;
/** Extra cost if only the amount suggests the quantity. */
const impliedCost = 3;
/** Extra cost if the name follows in another clause. */
const laterClauseCost = 4;
const links = new Set(['and', 'or']);
const unchanged = new Set(stemmed('stay remain keep kept leave unchanged untouched constant same alone'));
const maxDistanceToUnchanged = 4;
const askingWords = new Set(stemmed('how what why where who whom'));
const verbsOfQuestions = new Set(stemmed('would will do does did is are can could should may might has have'));

/** Parameters named near an amount, lowest cost first. */
export function candidatesFor<P extends { unit: string }>(
  question: ReadQuestion,
  amount: Amount,
  all: readonly Named<P>[],
  amounts: Amounts = new Amounts(question, []),
): Candidate<P>[] {
  const limit = amount.kind === 'plain' && amount.unit === null ? maxDistanceToBare : maxDistance[amount.kind];
  // `Heinz` without a size means any of its sizes.
  const isNumbered = all.some(({ naming, mentions }) =>
    naming.some((list, at) => isNumber(list) && mentions[at]!.length > 0),
  );
  let named = all
    // Only an adjective can imply the first list.
    .filter(({ mentions }) => amount.aspect !== null || mentions[0]!.length > 0)
    .flatMap((one) => candidate(question, amount, withNear(question, amount, one, amounts), isNumbered) ?? [])
    .filter(({ cost }) => cost <= limit);
  const isNamedHere = ({ by, isImplied }: Candidate<P>) =>
    !isImplied && by.every((mention) => mention !== null && question.isInSameClause(amount, mention));
  // `Heinz 28 displays rise by 10%` names its quantity.
  if (named.some(isNamedHere)) named = named.filter(({ isImplied }) => !isImplied);
  // `the interval between trains is 20% longer` names its subject in the same clause.
  const said = isStrict(amount)
    ? named.filter(({ by }) => by.every((mention) => mention !== null && question.isInSameClause(amount, mention)))
    : [];
  if (said.length > 0) return said.sort((a, b) => a.cost - b.cost);
  // An adjective such as `nearer` selects the parameters that it can describe (a distance).
  const meant = named.filter(({ by }) => by.includes(null));
  return (meant.length > 0 ? meant : named).sort((a, b) => a.cost - b.cost);
}

/** Mentions near an amount. Leaves out names in a later clause that has its own amount: `fares fall by 40%, and advertising doubles`. */
function withNear<P>(question: ReadQuestion, amount: Amount, named: Named<P>, amounts: Amounts): Named<P> {
  const [first, last] = [Math.min(amount.chain, amount.from) - maxWindow, amount.to + maxWindow];
  const isNear = (mention: Mention) =>
    mention.to >= first &&
    mention.from <= last &&
    (mention.from < amount.to || !(amounts.isOwnedByOther(amount, mention) || isUnchanged(question, amount, mention)));
  return { ...named, mentions: named.mentions.map((list) => list.filter(isNear)) };
}

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
}

function candidate<P extends { unit: string }>(
  question: ReadQuestion,
  amount: Amount,
  named: Named<P>,
  isNumbered: boolean,
): Candidate<P> | undefined {
  if (appliesToOther(question.tokens, amount, named.mentions, named.parameter.unit)) return undefined;
  if (isStrict(amount) && !suits(question.tokens, amount, named.naming, named.parameter.unit)) return undefined;
  let cost = 0;
  let opposite = false;
  let nearest = Infinity;
  let isImplied = false;
  const by: (Mention | null)[] = [];
  const excludes = (mention: Mention) => mention.excludes === true && question.isInSameClause(amount, mention);
  if (named.mentions.some((list) => list.some(excludes))) return undefined;
  for (const [list, mentions] of named.mentions.entries()) {
    const implied = amount.aspect ? impliedBy(named.naming[list]!, amount.aspect) : undefined;
    const found = nearestMention(question, amount, mentions);
    const isSuggested = list > 0 && suggests(amount, named.naming[list]!, named.parameter.unit);
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
      by.push(found.mention);
    }
    if ((implied ?? found?.mention)?.opposite) opposite = !opposite;
  }
  if (amount.kind === 'none' && (nearest > maxDistanceToLack || (amount.aspect && !by.includes(null))))
    return undefined;
  if (by.every((mention) => mention === null)) cost += adjectiveOnlyCost;
  return { named, cost, by, opposite, isImplied };
}

/** Whether an amount suggests a quantity that no word names: miles for a range, and a discount for a price. */
function suggests(amount: Amount, list: readonly Phrase[], unit: string): boolean {
  const own = unitOf(unit);
  const isLast = !isNumber(list);
  if (amount.kind === 'plain' && amount.unit !== null)
    return isLast && amount.unit.dimension === own.dimension && !own.dimension.startsWith('of ');
  return amount.isPriceLike && impliedBy(list, 'price') !== undefined;
}

/** Names such as `28` that distinguish sizes of one product. */
const isNumber = (phrases: readonly Phrase[]): boolean => phrases.some(({ stems }) => /^\d+$/.test(stems.join('')));

/** `the time between departures` does not mention the number of departures. */
const isBetween = (tokens: readonly Token[], { from }: Mention): boolean =>
  tokens.slice(Math.max(0, from - maxDistanceToBetween), from).some(({ stem }) => stem === between);

/** Whether a question begins between two tokens: `train tickets 25% off, how many fly less?` */
const isInQuestion = ({ tokens }: ReadQuestion, from: number, to: number): boolean =>
  tokens
    .slice(from, to)
    .some(
      ({ stem }, at) => askingWords.has(stem) || (verbsOfQuestions.has(stem) && tokens[from + at - 1]?.stem === ','),
    );

function laterCost(question: ReadQuestion, amount: Amount, mention: Mention): number {
  if (mention.from < amount.to) return 0;
  const isLater = question.tokens
    .slice(amount.to, mention.from)
    .some(({ stem }, at, between) => stem === ',' && !links.has(between[at + 1]?.stem ?? ''));
  return laterNameCost + (isLater ? laterClauseCost : 0);
}

function nearestMention(question: ReadQuestion, amount: Amount, mentions: readonly Mention[]) {
  let best: { mention: Mention; cost: number } | undefined;
  for (const mention of mentions) {
    // `times` in `three times` does not name a duration.
    const isInside = mention.from >= amount.from && mention.to <= amount.to;
    if (isInside && amount.kind !== 'plain' && !amount.isFraction) continue;
    if (mention.excludes) continue;
    if (mention.opposite && isBetween(question.tokens, mention)) continue;
    if (countsPeople(question.tokens, mention)) continue;
    if (!amount.isWeak && isExcluded(question.tokens, mention.from)) continue;
    // A mention in a later clause is the subject of the question, not of the amount.
    if (mention.from >= amount.to && question.isAcross(amount.to, mention.from)) continue;
    if (mention.from >= amount.to && isInQuestion(question, amount.to, mention.from)) continue;
    const near = mention.to <= amount.chain ? { from: amount.chain, to: amount.to } : amount;
    const cost = question.distance(mention, near) + laterCost(question, amount, mention);
    if (!best || cost < best.cost) best = { mention, cost };
  }
  return best;
}
