import type { Amount } from './amount.js';
import { Amounts, candidatesFor, type Candidate, type Named } from './candidates.js';
import { findAmounts } from './find-amounts.js';
import { openers, sentenceEnds, stemmed } from './lexicon.js';
import { groupBy } from './lists.js';
import { linkBetween } from './linked-names.js';
import { mentionsOf, type NumericCandidate } from './numeric-candidate.js';
import { factorFor } from './possible-values.js';
import { isOfEach, isOfOther } from './quantifiers.js';
import { ambiguityMargin, vague } from './vague-changes.js';
import type { Mention, ReadQuestion, Span } from './mentions.js';
import { valueOf, type NumericParameter } from './to-value.js';
import type { Doubt, Finding, NotInterpretedReason, Values } from './findings.js';
import type { Unit } from './units.js';

/** Extra cost allowed for a parameter that fits the amount if the nearest one does not. */
const maxExtraCost = 4;

/** Finds the numeric parameters that the amounts of a question set. */
export function readAmounts(
  question: ReadQuestion,
  named: readonly Named<NumericParameter>[],
  spans: readonly Span[],
): { found: Finding[]; doubts: Doubt[] } {
  const amounts = findAmounts(question.tokens, takenBy(question, named, spans));
  const placed = new Amounts(question, amounts);
  const read = amounts.map((amount) => readAmount(question, amount, named, placed));
  const alternatives = groupBy(
    read.flatMap((one) => one.alternatives),
    ({ parameter }) => parameter,
  );
  const linked = amounts.filter(({ problem }) => problem === 'two_values');
  const isComplete = read.filter((one) => one.alternatives.length > 0).length === linked.length;
  const isAlone = (own: readonly Finding[]) => isComplete && own.length === 1;
  const found = groupBy(
    [...read.flatMap((one) => one.found), ...[...alternatives.values()].filter(isAlone).flat()],
    ({ parameter }) => parameter,
  );
  const isContradicted = (own: readonly Finding[]) => own.some(({ value }) => value !== own[0]!.value);
  const doubts = [
    ...read.flatMap((one) => one.doubts),
    ...[...alternatives.values()].filter((own) => !isAlone(own)).map((own) => withSeveralValues(question, own)),
    ...[...found.values()].filter(isContradicted).map((own) => withSeveralValues(question, own)),
  ];
  // Equal values of `doubles, from 5 to 10` are one finding.
  const first = [...found.values()]
    .filter((own) => !isContradicted(own))
    .map((own): Finding => ({ ...own[0]!, spans: own.flatMap(({ spans }) => spans) }));
  const known = new Set(
    [...first, ...doubts].flatMap((one) => ('parameters' in one ? one.parameters : [one.parameter])),
  );
  return {
    found: first,
    doubts: [
      ...doubts,
      ...vague(question, named, amounts).filter((doubt) => !doubt.parameters.some((id) => known.has(id))),
    ],
  };
}

/** The values of one parameter are candidates if only `or` is between them: `10% or 20%`. */
function withSeveralValues({ tokens }: ReadQuestion, own: readonly Finding[]): Doubt {
  const { parameter } = own[0]!;
  const last = own.at(-1)!.spans[0]!;
  const number = tokens.findIndex(({ stem }, at) => at >= last.from && (/\d/.test(stem) || at === last.to - 1));
  const isElliptic = tokens
    .slice(Math.max(0, number - maxDistanceToOr), number)
    .some(({ stem }) => alternativeWords.has(stem));
  const values = [...new Set(own.map(({ value }) => value))];
  return {
    reason: 'two_values',
    parameters: [parameter],
    spans: own.flatMap(({ spans }) => spans),
    candidates: isElliptic ? values.map((value) => ({ [parameter]: value })) : [],
  };
}

const alternativeWords = new Set(stemmed('or versus vs against with than'));
/** `10 or for $20`. Farther away, the second value may belong to another parameter that was not read. */
const maxDistanceToOr = 4;

/** Tokens of option names and of numbers in parameter names are not amounts. */
function takenBy(
  { tokens }: ReadQuestion,
  named: readonly Named<NumericParameter>[],
  spans: readonly Span[],
): Set<number> {
  const taken = new Set<number>();
  for (const { from, to } of spans) for (let at = from; at < to; at++) taken.add(at);
  for (const { from, to } of named.flatMap(({ mentions }) => mentions.flat())) {
    for (let at = from; at < to; at++) if (/^\d/.test(tokens[at]!.stem)) taken.add(at);
  }
  return taken;
}

const horizons = new Set(stemmed('year years'));
const smallNumbers = new Set(stemmed('one two'));

/** `after ten years`, `two players`: the horizon of the question, or a number of people. */
const isCount = ({ tokens }: ReadQuestion, { from, to }: Amount): boolean =>
  horizons.has(tokens[to - 1]?.stem ?? '') || smallNumbers.has(tokens[from]?.stem ?? '');

const nothing: ReadAmount = { found: [], doubts: [], alternatives: [] };

interface ReadAmount {
  found: Finding[];
  doubts: Doubt[];
  /** Values of amounts linked by `or`. */
  alternatives: Finding[];
}

function readAmount(
  question: ReadQuestion,
  amount: Amount,
  named: readonly Named<NumericParameter>[],
  amounts: Amounts,
): ReadAmount {
  const candidates = candidatesFor(question, amount, named, amounts).map((one) => ({
    ...one,
    reading: valueOf(one.named.parameter, ofName(question, amount, one), one.opposite),
  }));
  const [nearest] = candidates;
  if (amount.isWeak && (!nearest || 'reason' in nearest.reading)) return nothing;
  // `I never walk that far` describes the caller.
  if (question.tokens[amount.from]!.stem === never && nearest?.named.parameter.unit !== 'share') return nothing;
  if (amount.kind === 'whole' && nearest && isOfOther(question, amount, nearest)) return nothing;
  const doubt = (reason: NotInterpretedReason, about: readonly NumericCandidate[]) => ({
    found: [],
    alternatives: [],
    doubts: [
      {
        reason,
        parameters: about.map(({ named: { parameter } }) => parameter.id),
        spans: [amount, ...mentionsOf(about[0])],
        candidates: about.flatMap((one) => possibleValue(one, amount, reason)),
      },
    ],
  });
  if (!nearest) return looksLikeChange(question, amount) || isMeasured(amount) ? doubt('no_parameter', []) : nothing;
  const fits = (one: NumericCandidate) => !('reason' in one.reading) || one.reading.reason === 'ambiguous';
  const best = fits(nearest)
    ? nearest
    : (candidates.find((one) => fits(one) && one.cost <= nearest.cost + maxExtraCost) ?? nearest);
  const equals = candidates.filter(
    (one) => fits(one) === fits(best) && Math.abs(one.cost - best.cost) < ambiguityMargin,
  );
  const linked = (link: 'and' | 'or') =>
    candidates.filter(
      (one) =>
        one !== best &&
        fits(one) &&
        linkBetween(question, best, one) === link &&
        !mentionsOf(one).some((mention) => amounts.isOwnedByOther(amount, mention)),
    );
  const joined = [best, ...linked('and')];
  const { problem } = amount;
  const isLinked = problem === 'two_values' && !('reason' in best.reading);
  if (problem && !isLinked && (looksLikeChange(question, amount) || amount.kind === 'none'))
    return doubt(problem, [best]);
  if ('reason' in best.reading) {
    const { reason } = best.reading;
    if (
      reason === 'other_unit' &&
      !looksLikeChange(question, amount) &&
      (amount.kind !== 'plain' || isCount(question, amount))
    )
      return nothing;
    if (amount.kind === 'whole' && reason === 'other_unit') return nothing;
    const isPossible = (one: NumericCandidate) => possibleValue(one, amount, reason).length > 0;
    return doubt(reason, isPossible(best) ? equals.filter(isPossible) : [best]);
  }
  if (problem && !isLinked) return doubt(problem, [best]);
  const others = equals.filter((one) => one !== best && !joined.includes(one));
  // `all Heinz`, `all three sizes of Heinz`.
  const isEach = others.length > 0 && mentionsOf(best).some((mention) => isOfEach(question, mention));
  if (isEach) joined.push(...others);
  const rivals = [...linked('or'), ...(isEach ? [] : others)];
  if (rivals.length > 0) return doubt('ambiguous', [best, ...rivals]);
  const found = joined.flatMap(({ named: { parameter }, by, reading }) =>
    'reason' in reading
      ? []
      : [{ parameter: parameter.id, ...reading, spans: [amount, ...spansOf(question, amount, by)] }],
  );
  return isLinked ? { ...nothing, alternatives: found } : { ...nothing, found };
}

/** `half the influence` multiplies the influence; `half of the voters` is a share of them. */
function ofName(
  question: ReadQuestion,
  amount: Amount,
  { named: { parameter }, by }: Candidate<NumericParameter>,
): Amount {
  const isPlainFraction = amount.isFraction && amount.kind === 'percent' && amount.sign === 0 && !amount.target;
  if (!isPlainFraction || parameter.unit === 'share') return amount;
  const { tokens } = question;
  let at = amount.to;
  while (ofWords.has(tokens[at]?.stem ?? '')) at++;
  return at > amount.to && by.at(-1)?.from === at ? { ...amount, target: true } : amount;
}

/** Names that the amount refers to. A clause that only names the subject may say something else: `Heinz comes in a jar and costs 3`. */
const spansOf = (question: ReadQuestion, amount: Amount, by: readonly (Mention | null)[]): Mention[] =>
  by.flatMap((mention, list) => {
    const isElsewhere =
      mention !== null &&
      list === 0 &&
      by.length > 1 &&
      mention.to <= amount.from - maxDistanceToSubject &&
      !question.isInSameClause(amount, mention);
    return mention === null || isElsewhere ? [] : [mention];
  });

const maxDistanceToSubject = 6;

const [never = ''] = stemmed('never');
const ofWords = new Set(stemmed('of the its their his her'));

/** The value that a caller may mean: of an ambiguous amount, of an amount in another unit, or the nearest allowed one. */
function possibleValue(
  { named: { parameter, quantity }, opposite, reading }: NumericCandidate,
  amount: Amount,
  reason: NotInterpretedReason,
): Values[] {
  const valueIn = () => {
    if (!('reason' in reading)) return reason === 'ambiguous' ? reading.value : undefined;
    if (reading.reason !== reason) return undefined;
    if (reading.reason === 'out_of_bounds') return isChange(amount) ? reading.nearest : undefined;
    return reason === 'other_unit' && quantity && !opposite ? factorFor(parameter, quantity, amount) : undefined;
  };
  const value = valueIn();
  return value === undefined ? [] : [{ [parameter.id]: value }];
}

/** `no advertising` and `five times the price`, but not `every home`. */
const isChange = ({ kind, sign }: Amount): boolean => kind === 'none' || kind === 'factor' || sign !== 0;

/** Whether an amount without a parameter looks like a change. */
function looksLikeChange({ tokens }: ReadQuestion, { kind, sign, target, from }: Amount): boolean {
  if (kind === 'whole' || kind === 'none') return false;
  if (kind === 'factor' || kind === 'ratio' || sign !== 0) return true;
  if (kind === 'plain' && !target) return false;
  for (let at = from - 1; at >= 0 && !sentenceEnds.has(tokens[at]!.stem); at--)
    if (openers.has(tokens[at]!.stem)) return true;
  return false;
}

/** An amount in miles or dollars is never left out in silence; a duration often describes the caller. */
const isMeasured = ({ kind, unit }: Amount) =>
  kind === 'plain' && unit !== null && isKnown(unit) && unit.dimension !== 'time';
const isKnown = ({ dimension }: Unit) => !dimension.startsWith('of ');
