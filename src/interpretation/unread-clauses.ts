import {
  hasNoCondition,
  hasVerb,
  isBackground,
  isHypothetical,
  isOfPast,
  isOwnStory,
  isReason,
  isRemark,
  isStory,
} from './background.js';
import { clausesOf, overlapsAny, sentencesOf, spanOf, type Part } from './clauses.js';
import type { Doubt } from './findings.js';
import {
  adjectives,
  factorOf,
  fillers,
  lackWords,
  movements,
  openers,
  stemmed,
  timesWords,
  wholeWords,
} from './lexicon.js';
import type { Span } from './mentions.js';
import { denials } from './negation-words.js';
import { readFraction, readNumber, readOutOf } from './numbers.js';
import { asking, asToday, conditionWords } from './question-words.js';
import { beforeGroup, isPerson, relatives, relativeVerbs } from './people.js';
import type { Token } from './tokens.js';
import { currencies, knownUnit } from './units.js';

/**
 * Clauses that state a change or an amount, but set nothing and are not listed. A question is never read in silence.
 *
 * @param read tokens of all findings and doubts
 * @param segments tokens that name segments; a clause that says more than that states something
 * @param names tokens that name the parameters of numbers; a clause that gives them something else states that too
 * @param set tokens that set a value; the other statements of the question then belong to the scenario
 * @param known stems of the words of the workflow; a statement without any of them is background: `I have a small bet with my sister.`
 */
export function unreadClauses(
  text: string,
  tokens: readonly Token[],
  {
    read,
    segments,
    names,
    set,
    known,
  }: {
    read: readonly Span[];
    segments: readonly Span[];
    names: readonly Span[];
    set: readonly Span[];
    known: ReadonlySet<string>;
  },
): Doubt[] {
  const sentences = sentencesOf(text);
  const hasQuestion = sentences.some((sentence) => isQuestion(sentence) || asking.test(sentence.text));
  const lastAsked = sentences.findLast(isQuestion)?.to ?? Infinity;
  const firstValue = set.length > 0 ? Math.min(...set.map(({ from }) => tokens[from]!.from)) : 0;
  const setsIn = overlapsAny(set);
  const readIn = overlapsAny(read);
  const namesIn = overlapsAny(names);
  const segmentsIn = overlapsAny(segments);
  const nameSpans = new Set(names);
  const isReadApart = overlapsAny(read.filter((own) => !nameSpans.has(own)));
  const isSet = (part: Part | undefined): boolean => part !== undefined && setsIn(spanOf(tokens, part.from, part.to));
  const isAbout = (part: Part): boolean => {
    const { from, to } = spanOf(tokens, part.from, part.to);
    return tokens.slice(from, to).some(({ stem }) => known.has(stem));
  };
  const unknownIn = (part: Part): number[] =>
    contentOf(tokens, spanOf(tokens, part.from, part.to)).filter(
      (at) => !isNamed(at) && !known.has(tokens[at]!.stem) && !movements.has(tokens[at]!.stem) && !isPerson(tokens[at]),
    );
  const isNamed = (at: number) => namesIn(spanAt(at)) || segmentsIn(spanAt(at));

  return sentences.flatMap((sentence) => {
    const parts = clausesOf(sentence);
    const asks = (part: Part) =>
      asking.test(part.text) && (part === parts[0] || isQuestion(sentence) || !auxiliary.test(part.text));
    const firstAsked = parts.findIndex((part) => asks(part) && !conditionWords.test(part.text));
    // `Fares fall by 10% and dogs travel free: who takes the train?` asks after two statements.
    const isStatement = !isQuestion(sentence);
    const hasCondition = parts.some((one) => conditionWords.test(one.text));
    const statements = firstAsked >= 0 ? firstAsked : isStatement ? parts.length : 0;
    // `Only one round is played. Does anyone cooperate?`
    const isBeforeQuestion =
      hasQuestion && isStatement && firstAsked < 0 && !isOwnStory(sentence.text) && !isOfPast(sentence.text);
    const firstSet = parts.findIndex(isSet);
    const isEarlier = set.length > 0 && sentence.to <= firstValue;
    return continued(sentence, parts, isSet).flatMap(({ part, isCondition, continues }, position) => {
      const span = spanOf(tokens, part.from, part.to);
      // `The train gets wifi and costs 5% less.`
      const isNameOnly =
        (gives.test(part.text) || (text[part.to] !== ' ' && unknownIn(part).length >= minUnknownWords)) &&
        !isReadApart(span);
      const isRead = span.from >= span.to || (!isNameOnly && readIn(span));
      if (isRead || asToday.test(part.text) || (asks(part) && !isCondition)) return [];
      const said = contentOf(tokens, span).filter((at) => !isNamed(at));
      // `people who live in a city` names a group only.
      const onPeople = said.filter((at) => !isPerson(tokens[at]) && !betweenGroups.has(tokens[at]!.stem));
      if (onPeople.length < minContentWords && segmentsIn(span)) return [];
      // `a reward of 35 if they work together` repeats the name of the reward.
      if (isCondition && set.length > 0 && onPeople.every((at) => openers.has(tokens[at]!.stem))) return [];
      const { isMove, hasNumber } = changesIn(text, tokens, span, sentence.text.length <= maxShortSentence);
      const isMeasured = hasMeasure(tokens, span);
      const isStated =
        set.length > 0
          ? said.length >= minContentWords
          : !hasQuestion && hasVerb(part.text) && said.length >= minStatementWords;
      const isClaim =
        set.length === 0 && isBeforeQuestion && hasVerb(part.text) && said.length >= minContentWords && isAbout(part);
      const follows = position < statements && firstSet >= 0 && firstSet < position;
      const isPart =
        isClaim ||
        (isStated && ((isStatement && (firstAsked < 0 || isSet(parts[position - 1]))) || follows || continues));
      if (
        !isCondition &&
        !isPart &&
        !((isMove || hasNumber) && isStatement) &&
        !(isMove && set.length === 0 && position < statements) &&
        !isMeasured
      )
        return [];
      const next = parts[position + 1];
      const isForeign = isStatement && (hasQuestion || set.length > 0) && !hasCondition && !isAbout(sentence);
      // `Who takes the train if fares fall by 10%? The invoice is attached.`
      const isAfterword =
        isStatement &&
        !isMove &&
        !isMeasured &&
        set.length > 0 &&
        sentence.from >= lastAsked &&
        !addsToScenario.test(sentence.text) &&
        !gives.test(part.text) &&
        !namesIn(span);
      const isSide =
        isForeign ||
        isAfterword ||
        (!isCondition && isRemark(part.text)) ||
        isReason(part.text, text[part.to] === ':', {
          isAfter: isSet(parts[position - 1]),
          next: next && isSet(next) ? next.text : '',
        }) ||
        (isEarlier && !continues && !isCondition && !isMeasured && isStory(part.text, sentence.text)) ||
        ((set.length > 0 || hasQuestion) &&
          !isClaim &&
          !isCondition &&
          !continues &&
          isBackground({
            text: part.text,
            sentence: sentence.text,
            contentWords: said.length,
            hasNumber,
            isChange: isMove,
            inSentenceOfValue: isSet(sentence),
            isScenario: set.length > 0,
          }));
      return [{ reason: isSide ? 'background' : 'no_parameter', parameters: [], spans: [span] }];
    });
  });
}

/** Statements after a question that belong to its scenario: `Also, seats can be booked.` */
const addsToScenario =
  /^\W*(?:and|also|plus|but|besides|moreover|furthermore|in addition|additionally|say|assume|suppose|imagine|with|every|each|all|no)\b|\b(?:would|will|could|should|must|if|when|also|too|as well)\b/i;

/** `The train is faster and has a dining car.` asks nothing. */
const auxiliary = /^\W*(?:has|have|is|are|was|were|do|does|did|will|would|can|could|should|may|might)\b/i;

const isQuestion = ({ text }: Part): boolean => text.trimEnd().endsWith('?');

/** Verbs that give something to the subject of a value. */
const gives =
  /^\W*(?:if |and )?(?:free|new|extra) \p{L}|\b(?:gets?|got|gives?|offer(?:s|ed)?|serve[sd]?|(?:comes?|came) with|receive[sd]?|provide[sd]?|introduce[sd]?|carr(?:y|ies|ied)|(?<!would )has|(?<!(?:would|to) )(?:have|had) (?:an?|free|new|some|extra|better|its|their))\b/iu;

/** Whether each clause of a sentence states a condition, or continues one: `if fares fall and dogs travel free`. */
function continued(sentence: Part, parts: readonly Part[], isSet: (part: Part) => boolean) {
  let isConditional = false;
  return parts.map((part, position) => {
    const continues = isConditional;
    // `The share of today, when the letter says nothing?` describes today.
    const isTime = /^\W*when\b/i.test(part.text) && (position > 0 || asksToo.test(part.text));
    const isCondition = conditionWords.test(part.text) && !isTime && !hasNoCondition(sentence.text, part.text);
    const isSuggestion = suggestion.test(part.text) && isSet(part);
    isConditional = isCondition || isSuggestion || (isConditional && !asking.test(part.text));
    return { part, isCondition, continues };
  });
}

/** `When it comes out how many buy it?` */
const asksToo = /\bhow (?:many|much|often|fast|long)\b|\b(?:will|would)\b/i;

/** `What about tickets 10% cheaper plus free wifi?` */
const suggestion = /^\W*(?:and |so )?(?:what|how) about\b/i;

function changesIn(text: string, tokens: readonly Token[], { from, to }: Span, isShort: boolean) {
  const at = tokens.slice(from, to).map((_, offset) => from + offset);
  return {
    isMove: at.some((one) => !isInCompound(text, tokens[one]!) && statesMove(tokens[one]!.stem, isShort)),
    hasNumber: at.some((one) => statesNumber(tokens, one)),
  };
}

/** `laid-off` and `take-up` state no change. */
const isInCompound = (text: string, { from, to }: Token): boolean =>
  /^\p{L}-$/u.test(text.slice(Math.max(0, from - 2), from)) || /^-\p{L}/u.test(text.slice(to, to + 2));

/** Whether a clause has a percentage, a fraction, or a number with a unit. */
const hasMeasure = (tokens: readonly Token[], span: Span): boolean => measuresIn(tokens, span).length > 0;

/** Percentages, fractions, and numbers with a unit. */
export function measuresIn(tokens: readonly Token[], { from, to }: Span): Span[] {
  const measures: Span[] = [];
  for (let at = from; at < to; at++) {
    const end = measureAt(tokens, at);
    if (end === undefined) continue;
    measures.push({ from: at, to: end });
    at = end - 1;
  }
  return measures;
}

const spanAt = (at: number): Span => ({ from: at, to: at + 1 });

function measureAt(tokens: readonly Token[], at: number): number | undefined {
  const fraction = readFraction(tokens, at);
  if (fraction) return fraction.to;
  if (currencies.has(tokens[at]!.stem)) return readNumber(tokens, at + 1)?.to;
  const number = readNumber(tokens, at);
  if (!number) return undefined;
  const share = readOutOf(tokens, at);
  if (share) return share.to;
  const unit = tokens[number.to]?.stem;
  if (isListed(tokens, number.to)) return number.to;
  const isMeasure = unit && (unit === '%' || unit === percentage || timesWords.has(unit) || isMeasured(unit));
  return isMeasure ? number.to + 1 : undefined;
}

const listed = new Set([',', 'and', 'or', 'versus', 'vs']);

/** Whether a number is in a list whose last number has a unit: `0, 25, 50 and 95 percent`. */
function isListed(tokens: readonly Token[], from: number): boolean {
  let at = from;
  while (listed.has(tokens[at]?.stem ?? '')) {
    while (listed.has(tokens[at]?.stem ?? '')) at++;
    const next = readNumber(tokens, at);
    if (!next) return false;
    const unit = tokens[next.to]?.stem ?? '';
    if (unit === '%' || unit === percentage) return true;
    at = next.to;
  }
  return false;
}

/** Amounts next to a value that was read, but not values that it replaces: `fares fall by 20% instead of 30%`. */
export function unreadMeasures(text: string, tokens: readonly Token[], read: readonly Span[]): Doubt[] {
  const stories = sentencesOf(text)
    .filter((sentence) => isOwnStory(sentence.text))
    .map(({ from, to }) => spanOf(tokens, from, to));
  const isRead = overlapsAny([...read, ...stories]);
  return measuresIn(tokens, { from: 0, to: tokens.length })
    .filter((measure) => !isRead(measure))
    .filter(({ from }) => !tokens.slice(Math.max(0, from - 3), from).some(({ stem }) => beforeOldValue.has(stem)))
    .map((measure) => ({ reason: 'no_parameter', parameters: [], spans: [measure] }));
}

/** Amounts of the caller's own life, next to a value: `I pay 60 dollars today. If the fare fell by 10%, …` */
export function withStories(
  text: string,
  tokens: readonly Token[],
  doubts: readonly Doubt[],
  set: readonly Span[],
): Doubt[] {
  if (set.length === 0) return [...doubts];
  const isSet = overlapsAny(set);
  const stories = sentencesOf(text)
    .filter(
      (sentence) => isOwnStory(sentence.text) && !conditionWords.test(sentence.text) && !isHypothetical(sentence.text),
    )
    .map(({ from, to }) => spanOf(tokens, from, to))
    .filter((story) => !isSet(story));
  const isInStory = overlapsAny(stories);
  const isOfStory = ({ reason, spans: [first] }: Doubt) =>
    amountReasons.has(reason) && first !== undefined && isInStory(first);
  return doubts.map((doubt) => (isOfStory(doubt) ? { ...doubt, reason: 'background' } : doubt));
}

const amountReasons = new Set<Doubt['reason']>(['no_parameter', 'other_unit', 'out_of_bounds', 'no_amount']);

const beforeOldValue = new Set(stemmed('from than instead versus against not compared was were usual'));

/** Years are the horizon of a question more often than a value. */
const isMeasured = (stem: string): boolean => knownUnit(stem) !== undefined && !horizons.has(stem);
const horizons = new Set(stemmed('year years yr yrs week weeks wk wks month months day days'));
const [percentage = ''] = stemmed('percentage');

/** A clause with this number of unknown words gives a parameter something that no rule reads: `we begin with little knots of friends`. */
const minUnknownWords = 3;
/** A fragment with fewer words, such as `Kakadu mining`, names a subject and states nothing. */
const minStatementWords = 5;
/** A clause with fewer words besides a segment only names the segment: `women only`. */
const minContentWords = 2;

/** Words between the name of people and the name of a group. */
const betweenGroups = new Set([
  ...beforeGroup,
  ...relatives,
  ...relativeVerbs,
  ...stemmed(
    'not no never without who year years trip trips share group earn earning income aged work because only just please pls plz one ones those',
  ),
]);

const contentOf = (tokens: readonly Token[], { from, to }: Span): number[] =>
  tokens
    .slice(from, to)
    .flatMap(({ stem }, offset) => (/^[\p{L}\d]/u.test(stem) && !fillers.has(stem) ? [from + offset] : []));

/** Longer sentences often describe the situation of the caller. There, only amounts and verbs of change count. */
const maxShortSentence = 90;

const statesNumber = (tokens: readonly Token[], at: number): boolean =>
  readNumber(tokens, at) !== undefined || readFraction(tokens, at) !== undefined;

const statesMove = (stem: string, isShort: boolean): boolean =>
  factorOf(stem) !== undefined ||
  movements.has(stem) ||
  (isShort && (adjectives.has(stem) || wholeWords.has(stem) || lackWords.has(stem) || denials.has(stem)));
