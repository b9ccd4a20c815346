import { type NumericParameter, traitsOf } from '../model/definition.js';
import {
  adjectives,
  clauseEnds,
  emptyWords,
  movements,
  nothingElse,
  peopleNouns,
  presentWords,
  ownStory,
  steady,
  stemmed,
  today,
} from './vocabulary.js';
import { vagueChanges } from './kinds.js';
import { doubtOf, type Doubt, type Finding } from './links.js';
import type { ChoiceNames } from './names.js';
import { contains, overlaps, type Question, type Span } from './question.js';
import type { ReadValue } from './reading.js';
import type { Scenario } from './scenario.js';
import { isShare } from './values.js';
import { impliedBy } from './naming.js';

const maxDistanceToName = 7;
/** A subject may be this many times as far away as the quantity. */
const subjectWeight = 4;
const significantDigits = 12;
/** Relative size of an assumed change. */
const usualChange = 0.1;

/** Words that name a direction without an amount: `cheaper fares`. */
export function vagueDoubts(
  question: Question,
  { found, doubts, named, amounts }: Scenario,
  ignored: readonly Span[],
): Doubt[] {
  const taken = [...found, ...doubts].flatMap(({ spans }) => spans).concat(ignored);
  const isTaken = (span: Span) => taken.some((one) => overlaps(one, span));
  return vagueChanges(question, [...taken, ...amounts]).flatMap(({ at, sign, aspect, isAdjective }): Doubt[] => {
    const span = { from: at, to: at + 1 };
    const isAsked = question.mode[at] === 'ask';
    const before = question.stems({ from: Math.max(0, at - 4), to: at });
    if (before.some((stem) => steady.has(stem)) || ['how', 'as', 'too'].includes(question.stem(at - 1))) return [];
    const near = named.flatMap((one) => {
      const by = one.naming.map((list, nth) => {
        if (aspect && !isAsked && impliedBy(list, aspect))
          return { cost: 0, mention: span, isOpposite: impliedBy(list, aspect)!.opposite };
        // The subject may be in an earlier clause: `would they take the train if its fares were lower`.
        const isSubject = nth === 0 && one.naming.length > 1;
        const isInReach = (mention: Span) => question.isInClause(mention, span) || (isSubject && mention.to <= at);
        const mentions = one.mentions[nth]!.filter(
          (mention) => !mention.excludes && isInReach(mention) && !overlaps(mention, span),
        );
        const costs = mentions.map((mention) => ({
          cost: isSubject ? question.distance(mention, span) / subjectWeight : question.distance(mention, span),
          mention: mention as Span,
          isOpposite: mention.opposite,
        }));
        return costs.sort((a, b) => a.cost - b.cost)[0];
      });
      if (by.includes(undefined)) return [];
      const cost = Math.max(...by.map((item) => item!.cost));
      const isAlone = by.every((item) => item!.mention === span);
      const isOpposite = by.filter((item) => item!.isOpposite).length % 2 === 1;
      return cost > (isAsked ? 1 : maxDistanceToName) || (isAlone && (isAsked || aspect === 'number'))
        ? []
        : [{ one, cost: isAlone ? maxDistanceToName : cost, spans: by.map((item) => item!.mention), isOpposite }];
    });
    near.sort((a, b) => a.cost - b.cost);
    const best = near.filter(({ cost }) => cost === near[0]!.cost);
    if (
      best.length === 0 ||
      best.some(({ spans }) => spans.some((own) => own !== span && isTaken(own) && !isAdjective))
    )
      return [];
    if (isAsked && !isAdjective) return [];
    const ids = [...new Set(best.map(({ one }) => one.parameter.id))];
    const candidates = best.map(({ one, isOpposite }) => ({
      [one.parameter.id]: typicalValue(one.parameter, isOpposite ? -sign : sign),
    }));
    return [{ reason: 'no_amount', parameters: ids, candidates, spans: [span, ...best[0]!.spans] }];
  });
}

/** The value after a typical change in a direction, inside the bounds. */
export function typicalValue(parameter: NumericParameter, sign: number): number {
  const { default: baseline, minimum, maximum, calibrated_range: range } = parameter;
  const usual = usualChange * (isShare(parameter) ? 1 : Math.abs(baseline) || range[1] - range[0]);
  const { step, rounded } = traitsOf(parameter);
  const size = parameter.typical_change ?? Math.max(step, rounded(usual));
  const changed = Math.min(maximum, Math.max(minimum, baseline + sign * size));
  return Number(rounded(changed).toPrecision(significantDigits));
}

/** Assumed values of parameters that the question does not set. Words that name two directions of a parameter set none. */
export function assumedValues(
  question: Question,
  doubts: readonly Doubt[],
  isSet: (id: string) => boolean,
  defaults: ReadonlyMap<string, unknown>,
): (ReadValue & { doubt: Doubt })[] {
  const found = doubts.flatMap((doubt): (ReadValue & { doubt: Doubt })[] => {
    const [id, ...others] = doubt.parameters;
    const value = id === undefined ? undefined : doubt.candidates[0]?.[id];
    if (doubt.reason !== 'no_amount' || others.length > 0 || value === undefined || value === defaults.get(id!))
      return [];
    return [{ parameter: id!, value, words: question.words(doubt.spans), source: 'assumed', doubt }];
  });
  return found.filter(({ parameter, value }, at) => {
    const own = found.filter((one) => one.parameter === parameter);
    return !isSet(parameter) && own.every((one) => one.value === value) && found.indexOf(own[0]!) === at;
  });
}

const minContent = 2;
/** Words that open a reason or a circumstance, which changes nothing by itself. */
const reasons = new Set(
  stemmed(
    'because since although whereas among amongst during according given based compared regardless whatever who which whose (',
  ),
);

/**
 * Statements and conditions of which nothing was read. They may name a change that no parameter expresses (`and a phone call follows`), or one
 * that the rules do not understand (`tenants get less say`).
 *
 * @param subject stems of the name and the summary of the workflow
 */
export function unreadClauses(
  question: Question,
  { found: all, doubts, groups, named, unlinked, periods }: Scenario,
  {
    ignored,
    subject,
    choices,
  }: { ignored: readonly Span[]; subject: ReadonlySet<string>; choices: readonly ChoiceNames[] },
): Doubt[] {
  // The periods of a change that was not read change nothing.
  const found = all.filter(({ isPeriod }) => !isPeriod);
  const periodSpans = periods.map(({ span }) => span);
  const amountOf = ({ spans, isOption }: Finding) => (isOption ? spans : spans.slice(0, 1));
  const read = [...found.flatMap(amountOf), ...doubts.flatMap(({ spans }) => spans), ...ignored];
  const names = named.flatMap(({ mentions }) => mentions.flat());
  const isIn = (at: number, spans: readonly Span[]) => spans.some((one) => one.from <= at && at < one.to);
  const groupSpans = groups.map(({ span }) => span);
  return question.clauses.flatMap((clause): Doubt[] => {
    const stems = question.stems(clause);
    const last = { from: clause.to - 1, to: clause.to };
    // The clause may name the subject of a value in another clause.
    const isOpen = unlinked.some((one) => contains(clause, one) && (one.kind === 'percent' || one.kind === 'factor'));
    if (
      read.some((one) => overlaps(one, clause) && !(isOpen && names.some((name) => contains(name, one)))) ||
      question.mode[clause.from] === 'ask' ||
      question.mode[last.from] === 'ask'
    )
      return [];
    const isSteady = stems.some((stem) => steady.has(stem)) && names.some((one) => overlaps(one, clause));
    const isStory = isSteady || stems.some((stem) => ownStory.has(stem)) || reasons.has(stems[0] ?? '');
    if (isStory || nothingElse.test(question.words([clause]))) return [];
    const isCondition = question.mode[clause.from] === 'condition' || question.mode[last.from] === 'condition';
    const sentence = question.sentences[question.sentence[clause.from]!]!;
    const isOfChange = isCondition || found.some(({ spans }) => spans.some((one) => overlaps(one, sentence)));
    const words = stems.flatMap((stem, offset) =>
      /^\p{L}{3}/u.test(stem) && !emptyWords.has(stem) && !isIn(clause.from + offset, periodSpans)
        ? [clause.from + offset]
        : [],
    );
    const content = words.filter((at) => {
      const stem = question.stem(at);
      const isKnown = peopleNouns.has(stem) || subject.has(stem) || today.has(stem);
      return !isKnown && !isIn(at, groupSpans) && !isIn(at, names);
    });
    const amounts = unlinked.filter((one) => contains(clause, one) && one.kind !== 'whole');
    const isChange = amounts.some(
      (one) =>
        one.kind !== 'none' &&
        (one.sign !== 0 ||
          one.kind !== 'plain' ||
          isCondition ||
          stems.some((stem) => movements.has(stem) || adjectives.has(stem))),
    );
    const numbers = named.filter(({ mentions }) => mentions.every((list) => list.some((one) => contains(clause, one))));
    const isSet = ({ parameter: { id } }: { parameter: { id: string } }) =>
      found.some(({ parameter }) => parameter === id);
    const isFragment = question.isAsked(last);
    const isNothingRead = read.length === 0 && !isFragment && !stems.some((stem) => presentWords.has(stem));
    const meant = [...numbers, ...choices.filter((one) => words.some((at) => one.words.has(question.stem(at))))];
    const isListed =
      isChange ||
      (isOfChange && !isFragment && meant.some((one) => !isSet(one))) ||
      (isOfChange && content.length >= minContent + (groupSpans.some((one) => overlaps(one, clause)) ? 1 : 0)) ||
      (isNothingRead && words.length >= (isCondition ? 1 : minContent)) ||
      (numbers.length > 0 && !isFragment) ||
      (isOfChange && content.length > 0 && amounts.length > 0);
    // Further words for a parameter that is set: `families pay the other half`.
    const isKnown = meant.some(isSet) && !isChange && content.length <= minContent;
    if (!isListed || isKnown) return [];
    const from = stems.findIndex((stem) => /^[\p{L}\p{N}]/u.test(stem) && !clauseEnds.has(stem));
    const span = { from: clause.from + Math.max(0, from), to: lastWord(question, clause) };
    return [
      {
        reason: numbers.length > 0 ? 'ambiguous' : 'no_parameter',
        parameters: meant.map(({ parameter }) => parameter.id),
        candidates: [],
        spans: [span],
      },
    ];
  });
}

/** Free things that no parameter names: `free wifi on board`. */
export function unreadGifts(question: Question, { unlinked, named }: Scenario): Doubt[] {
  return unlinked.flatMap(({ kind, aspect, from, to }): Doubt[] => {
    const next = question.stem(to);
    const isNamed = named.some(({ mentions }) => mentions.flat().some((mention) => mention.from === to));
    const isGift =
      kind === 'none' && aspect === 'price' && /^\p{L}{3}/u.test(next) && !emptyWords.has(next) && !isNamed;
    return isGift && question.mode[from] !== 'ask' ? [doubtOf('no_parameter', [{ from, to: to + 1 }])] : [];
  });
}

function lastWord(question: Question, { from, to }: Span): number {
  let end = to;
  while (end > from + 1 && !/^[\p{L}\p{N}%]/u.test(question.stem(end - 1))) end--;
  return end;
}
