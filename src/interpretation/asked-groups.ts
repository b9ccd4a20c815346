import { clausesOf, sentencesOf, type Part } from './clauses.js';
import { conditions, stemmed } from './lexicon.js';
import type { Mention, ReadQuestion, Span } from './mentions.js';
import { beforeGroup, everyWords, peopleNouns, relatives, relativeVerbs } from './people.js';
import { asking, conditionWords } from './question-words.js';
import type { Token } from './tokens.js';

const [what = '', about = '', only = ''] = stemmed('what about only');
const among = new Set(stemmed('among amongst'));
const maxDistanceToNoun = 8;
const circumstance = /^\W*(?:in|among|amongst|for|of|with|and|or)\b/i;

/**
 * Whether words name a group that the question asks about, so that they set no option. `How would tenants of towers feel if …?` asks about a
 * group. `Everyone lives in a tower.` and `Would people be happier in towers?` set an option.
 */
export function asksAbout(text: string, question: ReadQuestion, mention: Mention): boolean {
  return describesSome(question.tokens, mention) || isInQuestion(text, question, mention);
}

/** `tower block people`, `those who live in towers`, `among people in towers`, `towers only`; not `all people in towers`. */
function describesSome(tokens: readonly Token[], { from, to }: Span): boolean {
  if (peopleNouns.has(tokens[to]?.stem ?? '') && !everyWords.has(tokens[to]?.stem ?? '')) return true;
  if (tokens[to]?.stem === only) return true;
  let [isRelative, hasVerb] = [false, false];
  for (let at = from - 1; at >= 0 && from - at <= maxDistanceToNoun; at--) {
    const { stem, word } = tokens[at]!;
    if (among.has(stem)) return true;
    if (relatives.has(stem)) isRelative = true;
    else if (peopleNouns.has(stem)) {
      const isAll =
        everyWords.has(stem) ||
        everyWords.has(tokens[at - 1]?.stem ?? '') ||
        everyWords.has(tokens[at - 2]?.stem ?? '');
      // `tenants live in towers` is a statement.
      return !isAll && at < from - 1 && isRelative === hasVerb;
    } else if (relativeVerbs.has(stem) && !word.endsWith('ing')) hasVerb = true;
    else if (!beforeGroup.has(stem) && !relativeVerbs.has(stem)) return false;
  }
  return false;
}

function isInQuestion(text: string, question: ReadQuestion, mention: Mention): boolean {
  const at = question.tokens[mention.from]!.from;
  const sentence = sentencesOf(text).find(({ from, to }) => from <= at && at < to);
  if (!sentence) return false;
  const condition = sentence.text.search(conditionWords);
  const isAsking = isAsked(sentence, at);
  if (condition < 0) return isAsking && !isConditional(question);
  return isAsking && at < sentence.from + condition;
}

/** Whether a clause asks, or only begins a sentence that asks: `In towers, how content are people?` */
function isAsked(sentence: Part, at: number): boolean {
  const clauses = clausesOf(sentence);
  const clause = clauses.findLast(({ from }) => from <= at);
  if (!clause || asking.test(clause.text)) return clause !== undefined;
  if (!sentence.text.trimEnd().endsWith('?')) return false;
  const asks = clauses.find(({ text }) => asking.test(text));
  return !asks || asks.from < clause.from || circumstance.test(clause.text);
}

function isConditional(question: ReadQuestion): boolean {
  return (
    [...conditions].some((stem) => question.has(stem)) ||
    question.find({ stems: [what, about], opposite: false }).length > 0
  );
}
