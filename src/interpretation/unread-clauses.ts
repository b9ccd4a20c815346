import { consequence, everyWord, hasNoCondition, hasVerb, imperative, isBackground } from './background.js';
import { clausesOf, overlaps, sentencesOf, spanOf, type Part } from './clauses.js';
import type { Doubt } from './findings.js';
import { adjectives, factorOf, fillers, lackWords, movements, stemmed, timesWords, wholeWords } from './lexicon.js';
import type { Span } from './mentions.js';
import { denials } from './negation-words.js';
import { readFraction, readNumber } from './numbers.js';
import { asking, asToday, conditionWords } from './question-words.js';
import type { Token } from './tokens.js';
import { currencies, knownUnit } from './units.js';

/**
 * Clauses that state a change or an amount, but set nothing and are not listed. A question is never read in silence.
 *
 * @param read tokens of all findings and doubts
 * @param segments tokens that name segments; a clause that says more than that states something
 * @param set tokens that set a value; the other statements then belong to the scenario
 */
export function unreadClauses(
  text: string,
  tokens: readonly Token[],
  { read, segments, set }: { read: readonly Span[]; segments: readonly Span[]; set: readonly Span[] },
): Doubt[] {
  const isScenario = set.length > 0;
  const doubts: Doubt[] = [];
  const firstValue = isScenario ? Math.min(...set.map(({ from }) => tokens[from]!.from)) : 0;
  const sentences = sentencesOf(text);
  const isQuestion = ({ text: words }: Part) => words.trimEnd().endsWith('?');
  const hasQuestion = sentences.some((sentence) => isQuestion(sentence) || asking.test(sentence.text));
  for (const sentence of sentences) {
    const clauses = clausesOf(sentence);
    const isStatement = !isQuestion(sentence);
    const isAsked = clauses.some((clause) => asking.test(clause.text));
    let isConditional = false;
    for (const [position, clause] of clauses.entries()) {
      const continues = isConditional;
      const asks = asking.test(clause.text) && !conditionWords.test(clause.text);
      isConditional = !asks && (isConditional || conditionWords.test(clause.text));
      const span = spanOf(tokens, clause.from, clause.to);
      if (span.from >= span.to || read.some((own) => overlaps(own, span))) continue;
      const isCondition = conditionWords.test(clause.text) && !hasNoCondition(sentence.text, clause.text);
      if (asToday.test(clause.text)) continue;
      const isShort = sentence.text.length <= maxShortSentence;
      if (asking.test(clause.text) && !isCondition) continue;
      const said = contentOf(tokens, span).filter((at) => !segments.some(({ from, to }) => from <= at && at < to));
      if (said.length < minContentWords && segments.some((own) => overlaps(own, span))) continue;
      const at = tokens.slice(span.from, span.to).map((_, offset) => span.from + offset);
      const isMove = at.some((one) => statesMove(tokens[one]!.stem, isShort));
      const hasNumber = at.some((one) => statesNumber(tokens, one));
      const isChange = isMove || hasNumber;
      const isPart =
        (isScenario || (!hasQuestion && hasVerb(clause.text))) &&
        ((isStatement && !isAsked) || continues) &&
        said.length >= (isScenario ? minContentWords : minStatementWords);
      if (!isCondition && !isPart && !(isChange && isStatement) && !hasMeasure(tokens, span)) continue;
      const inSentenceOfValue = set.some((own) => overlaps(own, spanOf(tokens, sentence.from, sentence.to)));
      const isSet = (part: Part | undefined) =>
        part !== undefined && set.some((own) => overlaps(own, spanOf(tokens, part.from, part.to)));
      const next = clauses[position + 1];
      // `Budget cuts: the program weakens by a third.`
      const isLead = isSet(next) && (text[clause.to] === ':' || consequence.test(next!.text));
      const isConsequence = isSet(clauses[position - 1]) && consequence.test(clause.text);
      const isEarlier =
        isScenario && !continues && sentence.to <= firstValue && !isCondition && !everyWord.test(clause.text);
      const isSide =
        ((isLead || isConsequence || (isEarlier && !hasMeasure(tokens, span))) && !imperative.test(clause.text)) ||
        ((isScenario || hasQuestion) &&
          !isCondition &&
          !continues &&
          isBackground({
            text: clause.text,
            sentence: sentence.text,
            contentWords: said.length,
            hasNumber,
            isChange: isMove,
            inSentenceOfValue,
            isScenario,
          }));
      doubts.push({ reason: isSide ? 'background' : 'no_parameter', parameters: [], spans: [span] });
    }
  }
  return doubts;
}

/** Whether a clause has a percentage, a fraction, or a number with a unit. */
function hasMeasure(tokens: readonly Token[], { from, to }: Span): boolean {
  for (let at = from; at < to; at++) {
    if (readFraction(tokens, at) || (currencies.has(tokens[at]!.stem) && readNumber(tokens, at + 1))) return true;
    const number = readNumber(tokens, at);
    const unit = number && tokens[number.to]?.stem;
    if (unit && (unit === '%' || unit === percentage || timesWords.has(unit) || isMeasured(unit))) return true;
  }
  return false;
}

/** Years are the horizon of a question more often than a value. */
const isMeasured = (stem: string): boolean => knownUnit(stem) !== undefined && !horizons.has(stem);
const horizons = new Set(stemmed('year years week weeks month months day days'));
const [percentage = ''] = stemmed('percentage');

/** A fragment with fewer words, such as `Kakadu mining`, names a subject and states nothing. */
const minStatementWords = 5;
/** A clause with fewer words besides a segment only names the segment: `women only`. */
const minContentWords = 2;

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
