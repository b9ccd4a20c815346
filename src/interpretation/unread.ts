import {
  adjectives,
  clauseEnds,
  emptyWords,
  movements,
  peopleNouns,
  ownStory,
  steady,
  stemmed,
  today,
} from './vocabulary.js';
import { vagueChanges } from './kinds.js';
import type { Doubt, Named } from './links.js';
import { contains, overlaps, type Question, type Span } from './question.js';
import type { ReadValue } from './reading.js';
import type { Scenario } from './scenario.js';
import { isShare } from './values.js';
import { impliedBy } from './naming.js';

const maxDistanceToName = 7;
const maxDistanceToSubject = 28;
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
        const isInReach = (mention: Span) =>
          question.isInClause(mention, span) ||
          (isSubject && mention.to <= at && question.distance(mention, span) <= maxDistanceToSubject);
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
      return cost > (isAsked ? 1 : maxDistanceToName) || isAlone
        ? []
        : [{ one, cost, spans: by.map((item) => item!.mention), isOpposite }];
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
      [one.parameter.id]: typical(one, isOpposite ? -sign : sign),
    }));
    return [{ reason: 'no_amount', parameters: ids, candidates, spans: [span, ...best[0]!.spans] }];
  });
}

/** The value after a typical change in a direction, inside the bounds. */
function typical({ parameter }: Named, sign: number): number {
  const { default: baseline, minimum, maximum, unit, calibrated_range: range, type } = parameter;
  const isRelative = unit !== 'share' && baseline !== 0;
  const usual = isShare(parameter)
    ? usualChange
    : usualChange * (isRelative ? Math.abs(baseline) : range[1] - range[0]);
  const size = parameter.typical_change ?? (type === 'integer' ? Math.max(1, Math.round(usual)) : usual);
  const changed = Math.min(maximum, Math.max(minimum, baseline + sign * size));
  return type === 'integer' ? Math.round(changed) : Number(changed.toPrecision(significantDigits));
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
const circumstances = new Set(stemmed('among amongst for during according given based compared regardless whatever'));
const nothingElse =
  /\bno changes?\b|\b(?:nothing|anything) (?:else|changes?|changed|is done|extra|new|moves|happens)|\b(?:nobody|no one)\b.*\banything\b|\bspends? nothing|\b(?:everything|all) (?:else|other)|\belse\b|as (?:before|now|usual|it is|they are|is)\b|unchanged|the same\b/i;

/** Clauses that state a change which no parameter expresses: `and a phone call follows`. */
export function unreadClauses(
  question: Question,
  { found, doubts, groups, named, unlinked }: Scenario,
  ignored: readonly Span[],
  subject: ReadonlySet<string>,
): Doubt[] {
  const read = [...found, ...doubts].flatMap(({ spans }) => spans).concat(ignored);
  const names = named.flatMap(({ mentions }) => mentions.flat());
  return question.clauses.flatMap((clause): Doubt[] => {
    const sentence = question.sentences[question.sentence[clause.from]!]!;
    const isRead = (span: Span) => read.some((one) => overlaps(one, span));
    if (isRead(clause) || question.mode[clause.to - 1] === 'ask' || question.mode[clause.from] === 'ask') return [];
    if (['because', 'becaus', 'sinc', '(', 'while', 'although'].includes(question.stem(clause.from))) return [];
    const isCondition = question.mode[clause.from] === 'condition';
    if (!isCondition && !found.some(({ spans }) => spans.some((one) => overlaps(one, sentence)))) return [];
    const positions = Array.from({ length: clause.to - clause.from }, (_, offset) => clause.from + offset);
    const stems = positions.map((at) => question.stem(at));
    if (
      stems.some((stem) => ownStory.has(stem)) ||
      nothingElse.test(question.words([clause])) ||
      stems.some((stem) => steady.has(stem))
    )
      return [];
    const isPart = (at: number, spans: readonly Span[]) => spans.some((one) => one.from <= at && at < one.to);
    const content = positions.filter((at) => {
      const stem = question.stem(at);
      const isWord = /^\p{L}{3}/u.test(stem);
      return (
        isWord &&
        !emptyWords.has(stem) &&
        !peopleNouns.has(stem) &&
        !subject.has(stem) &&
        !today.has(stem) &&
        !isPart(
          at,
          groups.map(({ span }) => span),
        ) &&
        !isPart(at, names) &&
        !circumstances.has(stem)
      );
    });
    const isAmount = unlinked.some((one) => contains(clause, one) && one.kind !== 'whole' && one.kind !== 'none');
    if (content.length < minContent && !(content.length > 0 && isAmount)) return [];
    const from =
      positions.find((at) => /^[\p{L}\p{N}]/u.test(question.stem(at)) && !clauseEnds.has(question.stem(at))) ??
      clause.from;
    return [
      { reason: 'no_parameter', parameters: [], candidates: [], spans: [{ from, to: lastWord(question, clause) }] },
    ];
  });
}

function lastWord(question: Question, { from, to }: Span): number {
  let end = to;
  while (end > from + 1 && !/^[\p{L}\p{N}%]/u.test(question.stem(end - 1))) end--;
  return end;
}

/** If nothing was read, each condition and each statement may name a change. */
export function unreadStatements(question: Question, ignored: readonly Span[]): Doubt[] {
  return question.clauses.flatMap((clause): Doubt[] => {
    const stems = question.stems(clause);
    const isCondition = question.mode[clause.to - 1] === 'condition';
    if (!isCondition && question.isAsked({ from: clause.to - 1, to: clause.to })) return [];
    if (ignored.some((one) => overlaps(one, clause)) || nothingElse.test(question.words([clause]))) return [];
    if (stems.some((stem) => ownStory.has(stem) || steady.has(stem) || today.has(stem))) return [];
    const content = stems.filter((stem) => /^\p{L}{3}/u.test(stem) && !emptyWords.has(stem));
    if (content.length < (isCondition ? 1 : minContent)) return [];
    return [
      {
        reason: 'no_parameter',
        parameters: [],
        candidates: [],
        spans: [{ from: clause.from, to: lastWord(question, clause) }],
      },
    ];
  });
}

/** Names of a parameter or an option in a statement that sets nothing: `farmers pay no attention to the village`. */
export function unreadNames(
  question: Question,
  { found, doubts, groups, named }: Scenario,
  ignored: readonly Span[],
): Doubt[] {
  const read = [...found, ...doubts]
    .flatMap(({ spans }) => spans)
    .concat(
      ignored,
      groups.map(({ span }) => span),
    );
  return question.clauses.flatMap((clause): Doubt[] => {
    const isAsked = question.isAsked(clause) || question.isAsked({ from: clause.to - 1, to: clause.to });
    if (
      isAsked ||
      read.some((one) => overlaps(one, clause)) ||
      question.stems(clause).some((stem) => ownStory.has(stem))
    )
      return [];
    if (nothingElse.test(question.words([clause])) || question.stems(clause).some((stem) => steady.has(stem)))
      return [];
    const own = named.filter(({ mentions }) => mentions.every((list) => list.some((one) => contains(clause, one))));
    if (own.length === 0) return [];
    return [
      {
        reason: 'ambiguous',
        parameters: own.map(({ parameter }) => parameter.id),
        candidates: [],
        spans: [{ from: clause.from, to: lastWord(question, clause) }],
      },
    ];
  });
}

/** Amounts that no parameter takes, in a statement of change. */
export function unreadAmounts(
  question: Question,
  { unlinked, groups, named }: Scenario,
  ignored: readonly Span[],
): Doubt[] {
  return unlinked.flatMap((one): Doubt[] => {
    const isFree =
      one.kind === 'none' &&
      one.aspect === 'price' &&
      /^\p{L}{3}/u.test(question.stem(one.to)) &&
      !emptyWords.has(question.stem(one.to));
    const isNamed = named.some(({ mentions }) => mentions.flat().some((mention) => mention.from === one.to));
    if (isFree && !isNamed && question.mode[one.from] !== 'ask')
      return [{ reason: 'no_parameter', parameters: [], candidates: [], spans: [{ from: one.from, to: one.to + 1 }] }];
    if (one.kind === 'whole' || one.kind === 'none' || question.mode[one.from] === 'ask') return [];
    const clause = question.clauses[question.clause[one.from]!]!;
    const isOther =
      ignored.some((span) => overlaps(span, one)) ||
      groups.some(({ span }) => overlaps(span, one)) ||
      question.stems(clause).some((stem) => ownStory.has(stem));
    const isChange =
      one.sign !== 0 ||
      question.mode[one.from] === 'condition' ||
      question.stems(clause).some((stem) => movements.has(stem) || adjectives.has(stem));
    return isOther || !isChange
      ? []
      : [
          {
            reason: 'no_parameter',
            parameters: [],
            candidates: [],
            spans: [{ from: clause.from, to: lastWord(question, clause) }],
          },
        ];
  });
}
