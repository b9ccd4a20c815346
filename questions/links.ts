import type { Amount } from './amounts.js';
import {
  fillers,
  everyWords,
  lackWords,
  resultNouns,
  peopleNouns,
  stemmed,
  clauseEnds,
  type Aspect,
  emptyWords,
  movements,
  adjectives,
  betterWords,
  askingWords,
  giving,
  openers,
  requests,
} from './vocabulary.js';
import type { DefinitionNames, Mention, NumberNames } from './names.js';
import { overlaps, type Question, type Span } from './question.js';
import type { NotReadReason, Values } from './reading.js';
import { isMoney, unitOf, unitOfNumber } from './quantities.js';
import { impliedBy, type Phrase } from './naming.js';
import { isFactor, isShare, valueOf } from './values.js';

/** A value of a parameter, and the tokens that set it. */
export interface Finding {
  parameter: string;
  value: number | string;
  spans: Span[];
  isOption: boolean;
  /** Whether the value says in which periods the others apply. */
  isPeriod?: boolean;
  /** Zero or one by a word such as `each`. An amount sets the parameter instead. */
  isWeak?: boolean;
  /** Whether the words name a direction without an amount. */
  isAssumed?: boolean;
  /** By how many tokens the next parameter is further away; null if no other parameter has a name. */
  lead?: number | null;
}

/** Tokens that may set a parameter and do not. */
export interface Doubt {
  reason: NotReadReason;
  parameters: string[];
  candidates: Values[];
  spans: Span[];
  /** Tokens of each candidate, for options. */
  candidateSpans?: Span[];
}

export const doubtOf = (
  reason: NotReadReason,
  spans: Span[],
  parameters: string[] = [],
  candidates: Values[] = [],
): Doubt => ({ reason, parameters, candidates, spans });

/** A number with the mentions of each of its lists. */
export interface Named extends NumberNames {
  mentions: Mention[][];
}

interface Candidate {
  named: Named;
  cost: number;
  /** Nearest mention for each list; null if an adjective or a unit implies it. */
  by: (Mention | null)[];
  opposite: boolean;
  /** Parts of the name that the unit suggests. */
  suggested: number;
}

/** Numbers with their mentions. Shorter names inside longer ones name nothing: `natural gas car` is no gas car. */
export function namedNumbers(
  { numbers }: DefinitionNames,
  mentions: readonly Mention[][],
  taken: readonly Span[],
): Named[] {
  const lengths = new Map<string, number>();
  const free = (list: readonly Mention[]) =>
    list.filter((one) => !one.runs.some((run) => taken.some((span) => overlaps(span, run))));
  const named = numbers.map((one) => ({ ...one, mentions: one.lists.map((id) => free(mentions[id]!)) }));
  const levelOf = ({ lists }: NumberNames, at: number) => (lists.length === 1 || at === 0 ? 0 : at);
  const all = named.flatMap((one) =>
    one.mentions.flatMap((list, at) => list.map((mention) => ({ ...mention, level: levelOf(one, at) }))),
  );
  for (const { from, to, level } of all)
    for (let token = from; token < to; token++) {
      const key = `${token} ${level}`;
      lengths.set(key, Math.max(lengths.get(key) ?? 0, to - from));
    }
  return named.map((one) => ({
    ...one,
    mentions: one.mentions.map((list, at) =>
      list.filter(({ from, to }) => {
        for (let token = from; token < to; token++)
          if (lengths.get(`${token} ${levelOf(one, at)}`)! > to - from) return false;
        return true;
      }),
    ),
  }));
}

const maxDistance = { percent: 30, factor: 30, plain: 18, whole: 10, none: 14, ratio: 0 };
/** Largest distance between `no` and the nearer name. */
const maxDistanceToLack = 4;
const maxDistanceToWeak = 9;
const suggestedCost = 3;
/** Costs closer than this are equally probable. */
const margin = 1;

/** Sets one number for each amount, or reports why it cannot. */
export function linkAmounts(
  question: Question,
  amounts: readonly Amount[],
  named: readonly Named[],
  subject: ReadonlySet<string>,
) {
  const found: Finding[] = [];
  const doubts: Doubt[] = [];
  const unlinked: Amount[] = [];
  // `Heinz` without a size means any of its sizes.
  const isNumbered = named.some(({ naming, mentions }) =>
    naming.some((list, at) => hasNumber(list) && mentions[at]!.length > 0),
  );
  for (const amount of amounts) {
    if (isOfResult(question, amount, named)) continue;
    if (isWeakAmount(amount) && question.isAsked(amount)) continue;
    const candidates = named
      .flatMap((one) => candidateOf(question, amount, amounts, one, isNumbered) ?? [])
      .sort((a, b) => a.cost - b.cost);
    const chosen =
      candidates.length > 0
        ? withLinked(question, amount, candidates, amounts)
        : onlyNumber(question, amount, named, subject);
    if (chosen.length === 0) {
      unlinked.push(amount);
      continue;
    }
    const read = chosen.map((one) => ({
      one,
      value: valueOf(one.named, asMultiple(question, amount, one), one.opposite),
    }));
    const values = read.flatMap(({ one, value }) => ('value' in value ? [{ one, value: value.value }] : []));
    const isLinked = chosen.length === 1 || areLinked(question, amount, chosen, amounts);
    if (isOfUnknownUnit(amount) && values.length < read.length && amount.sign === 0) {
      unlinked.push(amount);
      continue;
    }
    const isUsable = values.length === read.length && isLinked && amount.problem === null;
    if (isUsable)
      for (const { one, value } of values)
        found.push({
          parameter: one.named.parameter.id,
          value,
          spans: spansOf(amount, one),
          isOption: false,
          isWeak: isWeakAmount(amount),
          lead: leadOf(one, chosen, candidates),
        });
    else if (!isWeakAmount(amount) || (isLinked && amount.kind === 'none' && !amount.isWeak)) {
      const failed = read.find(({ value }) => 'reason' in value)?.value;
      const reason =
        amount.problem === 'inexact'
          ? 'inexact'
          : !isLinked || amount.problem
            ? 'ambiguous'
            : failed && 'reason' in failed
              ? failed.reason
              : 'ambiguous';
      const nearest = read.flatMap(({ one, value }) =>
        'nearest' in value && value.nearest !== undefined ? [{ [one.named.parameter.id]: value.nearest }] : [],
      );
      doubts.push({
        reason,
        parameters: chosen.map(({ named: { parameter } }) => parameter.id),
        candidates: [...values.map(({ one, value }) => ({ [one.named.parameter.id]: value })), ...nearest],
        spans: [amount, ...spansOf(amount, chosen[0]!)],
      });
    }
  }
  return { found, doubts, unlinked };
}

const costWithoutName = 8;
const plainWords = [
  emptyWords,
  peopleNouns,
  resultNouns,
  movements,
  adjectives,
  betterWords,
  askingWords,
  giving,
  openers,
  requests,
];

/** Words next to an amount without a name that may give it another meaning: `the clinic opens at 2`. */
const hasOtherWords = (question: Question, { from }: Span, subject: ReadonlySet<string>): boolean =>
  question
    .stems(question.clauses[question.clause[from]!]!)
    .some((stem) => /^\p{L}{3}/u.test(stem) && !plainWords.some((words) => words.has(stem)) && !subject.has(stem));

/** The only parameter that an amount can set without a name: `put it at 12` for the only price. */
function onlyNumber(
  question: Question,
  amount: Amount,
  named: readonly Named[],
  subject: ReadonlySet<string>,
): Candidate[] {
  const numbers = named.filter(({ parameter }) => !isFactor(parameter) && !isShare(parameter));
  const [only, ...others] = numbers;
  const hasWords = question.tokens.some(({ stem }) => /^\p{L}{3}/u.test(stem));
  if (!only || others.length > 0 || !hasWords || amount.counted || amount.aspect === 'time') return [];
  const isOwn =
    amount.kind === 'plain'
      ? !amount.unit || isMoney(amount.unit)
      : amount.kind === 'percent' && amount.sign !== 0 && !amount.target;
  // The parameters of own tables have no unit that a question could name.
  const isClear =
    only.parameter.unit === 'units' ||
    Boolean(amount.unit) ||
    amount.kind === 'percent' ||
    !hasOtherWords(question, amount, subject);
  if (!isOwn || !isClear || !('value' in valueOf(only, amount, false))) return [];
  return [{ named: only, cost: costWithoutName, by: only.naming.map(() => null), opposite: false, suggested: 0 }];
}

function leadOf(one: Candidate, chosen: readonly Candidate[], all: readonly Candidate[]): number | null {
  const rival = all.find((other) => !chosen.includes(other));
  return rival ? rival.cost - one.cost : null;
}

const isOfUnknownUnit = ({ kind, unit }: Amount) => kind === 'plain' && unit?.dimension.startsWith('of ') === true;
const isWeakAmount = ({ kind }: Amount) => kind === 'none' || kind === 'whole';
const spansOf = (amount: Amount, { by }: Candidate): Span[] => [
  { from: amount.from, to: amount.to },
  ...by.flatMap((one) => one?.runs ?? []),
];

/** `half the advertising` and `30% of the word of mouth` multiply. */
function asMultiple(question: Question, amount: Amount, { by }: Candidate): Amount {
  // In `a 0.9 probability`, the word after the number is no unit.
  const isName = by.some((one) => one !== null && one.from < amount.to && amount.to <= one.to);
  if (amount.kind === 'plain' && isName && isOfUnknownUnit(amount)) return { ...amount, unit: null };
  const isOf = ['of', 'the', 'as'].includes(question.stem(amount.to)) && question.stem(amount.core - 1) !== 'by';
  const isNamed = by.some((one) => one !== null && one.from >= amount.to && one.from <= amount.to + 3);
  return amount.kind === 'percent' && amount.sign === 0 && isOf && isNamed ? { ...amount, target: true } : amount;
}

/** Two different values of a parameter set none of them. */
export function withoutConflicts(found: readonly Finding[], doubts: readonly Doubt[]) {
  const ids = [...new Set(found.map(({ parameter }) => parameter))];
  const [kept, conflicts]: [Finding[], Doubt[]] = [[], []];
  for (const id of ids) {
    const all = found.filter(({ parameter }) => parameter === id);
    const strong = all.filter(({ isWeak }) => isWeak !== true);
    const own = strong.length > 0 ? strong : all;
    const values = [...new Set(own.map(({ value }) => value))];
    if (values.length === 1) kept.push({ ...own[0]!, spans: own.flatMap(({ spans }) => spans) });
    else {
      const candidates = values.map((value) => ({ [id]: value }));
      conflicts.push(
        doubtOf(
          'two_values',
          own.flatMap(({ spans }) => spans),
          [id],
          candidates,
        ),
      );
    }
  }
  return { found: kept, doubts: [...doubts, ...conflicts] };
}

function candidateOf(
  question: Question,
  amount: Amount,
  amounts: readonly Amount[],
  named: Named,
  isNumbered: boolean,
): Candidate | undefined {
  const { parameter, naming, mentions, quantity } = named;
  const limit = amount.isWeak ? maxDistanceToWeak : maxDistance[amount.kind];
  let [cost, opposite, suggested] = [0, false, 0];
  let nearestCost = Infinity;
  const by: (Mention | null)[] = [];
  if (mentions.some((list) => list.some((mention) => mention.excludes && question.isInClause(amount, mention))))
    return undefined;
  if (!fitsAspect(amount, named)) return undefined;
  const isQuantityHere = mentions.slice(1).some((list) => list.some((mention) => question.isInClause(amount, mention)));
  for (const [at, list] of naming.entries()) {
    const implied = amount.aspect ? impliedBy(list, amount.aspect) : undefined;
    const near = nearest(question, amount, amounts, mentions[at]!);
    if (implied) {
      by.push(null);
      if (implied.opposite) opposite = !opposite;
      continue;
    }
    const isSuggestedHere = (at > 0 || naming.length === 1) && suggests(amount, list, quantity ?? parameter, at > 0);
    const isFar = near === undefined || near.cost > (at === 0 && isQuantityHere ? 40 : limit);
    if (isSuggestedHere && (isFar || near.cost > suggestedCost + 6)) {
      suggested++;
      cost += suggestedCost;
      by.push(null);
    } else if (isFar && !isNumbered && hasNumber(list)) continue;
    else if (isFar) return undefined;
    else {
      nearestCost = Math.min(nearestCost, near.cost);
      cost += near.cost - 0.5 * (near.mention.to - near.mention.from);
      by.push(near.mention);
      if (near.mention.opposite) opposite = !opposite;
    }
  }
  const isFarLack = amount.kind === 'none' && !amount.isWeak && nearestCost > maxDistanceToLack;
  if (isFarLack || (amount.kind === 'none' && !isLacked(question, amount, by))) return undefined;
  return { named, cost, by, opposite, suggested };
}

/** What is faster has a time, and what is cheaper a price. */
function fitsAspect({ kind, aspect, was, unit }: Amount, { naming, parameter }: Named): boolean {
  const implies = (...aspects: Aspect[]) => naming.some((list) => aspects.some((one) => impliedBy(list, one)));
  const own = unitOf(parameter.unit);
  if (isFactor(parameter) && was !== null && unit?.dimension === 'time') return implies('time', 'frequency');
  if (kind !== 'percent' && kind !== 'factor') return true;
  if (aspect === 'price') return implies('price') || isMoney(own);
  if (aspect === 'distance') return implies('distance', 'time') || own.dimension === 'length';
  if (aspect === 'time')
    return implies('time', 'distance', 'frequency') || own.dimension === 'time' || own.dimension === 'length';
  return true;
}

const places = new Set(['of', 'in', 'for', 'on', 'to', 'by', 'with', 'at', 'and']);

/** The mention that an amount most probably refers to. Names in another clause with its own amount are no candidates. */
function nearest(question: Question, amount: Amount, amounts: readonly Amount[], list: readonly Mention[]) {
  let best: { mention: Mention; cost: number } | undefined;
  for (const mention of list) {
    if (
      mention.excludes ||
      (amount.kind !== 'plain' &&
        mention.from >= amount.core &&
        mention.to <= amount.to &&
        !(amount.isFraction && peopleNouns.has(question.stem(mention.from))))
    )
      continue;
    if (isComparedWith(question, mention)) continue;
    const isLater = mention.from >= amount.to;
    const isHere = question.isInClause(amount, mention);
    if (isLater && question.sentence[mention.from] !== question.sentence[amount.from]) continue;
    if (isLater && !isHere && amounts.some((other) => other !== amount && question.isInClause(other, mention)))
      continue;
    // `airfare +15%, rail -15%`: the amount between the name and this amount takes the name.
    const cost = question.distance(mention, amount) + (isLater ? (isHere ? 1 : 5) : 0);
    if (!best || cost < best.cost) best = { mention, cost };
  }
  return best;
}

/** `longer than a train`, `as that of a new gasoline car`. */
const isComparedWith = (question: Question, { from }: Span): boolean =>
  / (?:than|(?:that|those) of)(?: (?:a|an|the|new|compar|ordinari|\d+))* $/.test(
    ` ${question.stems({ from: from - 6, to: from }).join(' ')} `,
  );

/** Names such as `28` that distinguish sizes of one product. */
const hasNumber = (list: readonly Phrase[]): boolean =>
  list.some(({ stems }) => stems.length === 1 && /^\d+$/.test(stems[0]!));

/** Whether an amount suggests a quantity that no word names: miles for a range, and a discount for a price. */
function suggests(
  amount: Amount,
  list: readonly Phrase[],
  { unit, label = '' }: { unit: string; label?: string },
  hasSubject: boolean,
): boolean {
  const own = unitOfNumber({ unit, label }, amount.unit);
  if (hasNumber(list)) return false;
  const isPrice = impliedBy(list, 'price') !== undefined;
  const { dimension } = amount.unit ?? { dimension: null };
  if (amount.kind === 'plain' && dimension !== null)
    return dimension === 'unit'
      ? isPrice
      : dimension === own.dimension &&
          !own.dimension.startsWith('of price') &&
          (hasSubject || !isMoney(own) || isPrice);
  const isPriceUnit = /^price\b/.test(unit);
  return (
    hasSubject &&
    isPrice &&
    (isPriceUnit ? amount.sign !== 0 || amount.target : amount.kind === 'percent' && isDiscount(amount))
  );
}

const isDiscount = ({ aspect, sign, target }: Amount) => aspect === null && sign < 0 && !target;

/** Whether `no` or `free` applies to the names: `without any fee` states nothing of a name before it. */
function isLacked(question: Question, { from, to, aspect }: Amount, by: readonly (Mention | null)[]): boolean {
  const next = question.stem(to);
  const isNamed = by.some((mention) => mention !== null && mention.from <= to && to < mention.to);
  if (aspect)
    return (
      by.includes(null) &&
      (isNamed || !/^\p{L}/u.test(next) || fillers.has(next) || clauseEnds.has(next) || places.has(next))
    );
  return (
    !lackWords.has(question.stem(from)) ||
    by.some((mention) => mention !== null && mention.from >= to && mention.from - to <= 3)
  );
}

/** The best candidate, with those that the same words name, or that are equally probable. */
function withLinked(
  question: Question,
  amount: Amount,
  all: readonly Candidate[],
  amounts: readonly Amount[],
): Candidate[] {
  const isHere = ({ by }: Candidate) =>
    by.some((one) => one !== null) && by.every((one) => one === null || question.isInClause(one, amount));
  const isNear = ({ by }: Candidate) => by.some((one) => one === null || question.isInClause(one, amount));
  const named = all.filter((one) => isHere(one) && one.suggested === 0);
  const usable = named.filter((one) => 'value' in valueOf(one.named, asMultiple(question, amount, one), one.opposite));
  const here = usable.length > 0 ? usable : named;
  const said = all.filter(({ suggested }) => suggested === 0);
  const hasUnit = amount.kind === 'plain' && amount.unit !== null;
  // Names in the clause of the amount, then names without a suggested quantity.
  const candidates =
    here.length > 0 && !hasUnit
      ? all.filter((one) => here.includes(one) || here.some((other) => linked(question, amount, other, one, amounts)))
      : said.length > 0 && !hasUnit
        ? all.filter((one) => one.suggested === 0 || one.cost < said[0]!.cost - 4)
        : all.some(isNear)
          ? all.filter(isNear)
          : all;
  const [best, ...others] = candidates;
  if (!best) return [];
  return [
    best,
    ...others.filter((one) => one.cost - best.cost <= margin || linked(question, amount, best, one, amounts)),
  ];
}

const joins = new Set(stemmed('and both & plus as well the of or nor its'));

/** `cars and buses take 20% longer`: the names differ in one place, and `and` joins the two. */
function linked(question: Question, amount: Amount, a: Candidate, b: Candidate, amounts: readonly Amount[]): boolean {
  if (a.by.length !== b.by.length) return false;
  const differing = a.by.flatMap((mention, at) => {
    const other = b.by[at];
    if (!mention || !other) return mention === other ? [] : [undefined];
    return mention.from === other.from && mention.to === other.to ? [] : [[mention, other] as const];
  });
  const [pair, ...rest] = differing;
  if (!pair || rest.length > 0) return false;
  const [first, second] = pair[0].from < pair[1].from ? pair : [pair[1], pair[0]];
  if (first.to > second.from || first.from < amount.from !== second.from < amount.from) return false;
  // Another amount takes the name.
  const isTaken = amounts.some((one) => one !== amount && question.isInClause(one, first));
  if (isTaken && !question.isInClause(amount, first)) return false;
  const names = [...a.named.mentions, ...b.named.mentions].flat();
  const words = question.stems({ from: first.to, to: second.from });
  const isJoin = (stem: string, at: number) =>
    joins.has(stem) ||
    stem === ',' ||
    fillers.has(stem) ||
    peopleNouns.has(stem) ||
    names.some((one) => one.from <= first.to + at && first.to + at < one.to);
  return words.some((stem) => stem === 'and' || stem === ',' || stem === '&' || stem === 'or') && words.every(isJoin);
}

/** Several candidates are all meant if the words join them, or if the question means each of them. */
function areLinked(
  question: Question,
  amount: Amount,
  [best, ...others]: readonly Candidate[],
  amounts: readonly Amount[],
): boolean {
  if (others.every((one) => linked(question, amount, best!, one, amounts))) return true;
  const [sentence] = question.sentences.filter((one) => overlaps(one, amount));
  const isSized = [best!, ...others].every(
    ({ named: { naming }, by }) => naming.some(hasNumber) && by.length < naming.length,
  );
  return isSized && question.stems(sentence!).some((stem) => everyWords.has(stem));
}

/** Whether an amount is about people or results: `twice as many people`, `20% of the votes`. */
function isOfResult(question: Question, { to, kind, counted }: Amount, named: readonly Named[]): boolean {
  if (!counted || (kind !== 'percent' && kind !== 'factor')) return false;
  const isNamed = (at: number) =>
    named.some(({ mentions }) => mentions.flat().some((one) => one.from <= at && at < one.to));
  return (peopleNouns.has(question.stem(to)) || resultNouns.has(question.stem(to))) && !isNamed(to);
}
