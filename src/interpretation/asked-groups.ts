import { clausesOf, sentencesOf, type Part } from './clauses.js';
import { conditions, sentenceEnds, stemmed } from './lexicon.js';
import { countWhile } from './lists.js';
import type { Mention, ReadQuestion, Span } from './mentions.js';
import { beforeGroup, everyWords, isPerson, relatives, relativeVerbs } from './people.js';
import { asking, better, conditionWords } from './question-words.js';
import type { Token } from './tokens.js';

const [what = '', about = '', only = '', across = '', board = ''] = stemmed('what about only across board');
const everywhere = new Set(stemmed('everywhere throughout'));
const maxDistanceToEverywhere = 6;
const among = new Set(stemmed('among amongst'));
const maxDistanceToNoun = 8;
const maxDistanceToVerb = 8;
const maxDistanceToAll = 4;
/** Verbs that give an option to people. */
const giving = new Set(
  stemmed('give gave put place move rehouse let make turn build raise bring grant lift offer send transfer relocate'),
);
const openers = new Set(stemmed('without not no outside aged under over near'));
const articles = new Set(stemmed('a an the'));
const places = new Set(stemmed('in of from'));
const verbs = new Set([...relativeVerbs, ...giving, ...stemmed('will would can could')]);
const forms = new Set(['is', 'was', 'were', 'be', 'being', 'becomes', 'became']);
const circumstance = /^\W*(?:in|among|amongst|for|of|with|and|or)\b/i;

/**
 * Mentions that name a group that the question asks about, so that they set no option. `How would tenants of towers feel if …?` asks about a
 * group. `Everyone lives in a tower.` and `Would people be happier in towers?` set an option.
 */
export function askedAbout(text: string, question: ReadQuestion, mentions: readonly Mention[]): Mention[] {
  const { tokens } = question;
  if (mentions.length === 0) return [];
  const sentences = sentencesOf(text).flatMap((sentence) => askedSentence(sentence) ?? []);
  const hasCondition = isConditional(question);
  const isOfQuestion = (mention: Mention) => {
    const at = tokens[mention.from]!.from;
    const sentence = sentences[countWhile(sentences, ({ from }) => from <= at) - 1];
    return sentence !== undefined && at < sentence.to && isInQuestion(sentence, at, hasCondition);
  };
  return mentions.filter(
    (mention) => describesSome(tokens, mention) || (!isStated(tokens, mention) && isOfQuestion(mention)),
  );
}

/** `tower block people`, `those who live in towers`, `among people in towers`, `towers only`; not `all people in towers`. */
function describesSome(tokens: readonly Token[], { from, to }: Span): boolean {
  if (isPerson(tokens[to]) && !everyWords.has(tokens[to]!.stem)) return true;
  // `in every tower`.
  if (everyWords.has(tokens[from - 1]?.stem ?? '') && places.has(tokens[from - 2]?.stem ?? '')) return true;
  // `states that Bush won`.
  if (tokens[to]?.stem === only || relatives.has(tokens[from - 1]?.stem ?? '')) return true;
  let [isRelative, hasVerb] = [false, false];
  for (let at = from - 1; at >= 0 && from - at <= maxDistanceToNoun; at--) {
    const { stem, word } = tokens[at]!;
    if (among.has(stem)) return true;
    if (relatives.has(stem)) isRelative = true;
    else if (isPerson(tokens[at])) {
      const isAll =
        everyWords.has(stem) ||
        everyWords.has(tokens[at - 1]?.stem ?? '') ||
        everyWords.has(tokens[at - 2]?.stem ?? '');
      // `tenants live in towers` is a statement.
      // `everyone in towers gets a say`.
      if (isAll && places.has(tokens[at + 1]?.stem ?? '') && verbs.has(tokens[to]?.stem ?? '')) return true;
      // `give tenants a say` has two objects.
      const isLinked = tokens.slice(at + 1, from).some((token) => !articles.has(token.stem));
      return !isAll && (isLinked || opensGroup(tokens[from]!)) && isRelative === hasVerb;
    } else if (relativeVerbs.has(stem) && !word.endsWith('ing')) hasVerb = true;
    else if (!beforeGroup.has(stem) && !relativeVerbs.has(stem)) return false;
  }
  return false;
}

/** `people without a car`, `women living alone`. */
const opensGroup = ({ stem, word }: Token): boolean =>
  openers.has(stem) || beforeGroup.has(stem) || (relativeVerbs.has(stem) && word.endsWith('ing'));

/** `across the board`, `everywhere`. */
const isEverywhere = ({ stem }: Token, at: number, after: readonly Token[]): boolean =>
  everywhere.has(stem) || (stem === across && after[at + 2]?.stem === board);

/** `all tenants in towers`. */
function isOfAll(tokens: readonly Token[], from: number): boolean {
  let at = from - 1;
  while (beforeGroup.has(tokens[at]?.stem ?? '')) at--;
  return at < from - 1 && isPerson(tokens[at]) && everyWords.has(tokens[at - 1]?.stem ?? '');
}

/** `let the letter be a card`, `move people to towers`, `the other body is a van`, `towers for all`. */
function isStated(tokens: readonly Token[], { from, to }: Span): boolean {
  const after = tokens.slice(to, to + maxDistanceToAll);
  if (after.some(({ stem }, offset) => stem === 'for' && everyWords.has(tokens[to + offset + 1]?.stem ?? '')))
    return true;
  if (tokens.slice(to, to + maxDistanceToEverywhere).some(isEverywhere) || isOfAll(tokens, from)) return true;
  for (let at = from - 1; at >= 0 && from - at <= maxDistanceToVerb; at--) {
    const { stem } = tokens[at]!;
    if (sentenceEnds.has(stem)) return false;
    if (giving.has(stem)) return true;
  }
  let at = from - 1;
  while (articles.has(tokens[at]?.stem ?? '')) at--;
  return at < from - 1 && forms.has(tokens[at]?.word ?? '') && !relatives.has(tokens[at - 1]?.stem ?? '');
}

/** A sentence with its clauses, and the place of its condition. */
interface AskedSentence extends Part {
  clauses: Part[];
  condition: number;
}

/** Undefined for a comparison of options: `What pleases people more: towers or terraces?` */
const askedSentence = (sentence: Part): AskedSentence | undefined =>
  better.test(sentence.text) && /\bor\b/i.test(sentence.text)
    ? undefined
    : { ...sentence, clauses: clausesOf(sentence), condition: sentence.text.search(conditionWords) };

function isInQuestion(sentence: AskedSentence, at: number, isConditional: boolean): boolean {
  const { condition, from } = sentence;
  return (condition < 0 ? !isConditional : at < from + condition) && isAsked(sentence, at);
}

/** Whether a clause asks, or only begins a sentence that asks: `In towers, how content are people?` */
function isAsked({ text, clauses }: AskedSentence, at: number): boolean {
  const clause = clauses[countWhile(clauses, ({ from }) => from <= at) - 1];
  if (!clause || asking.test(clause.text)) return clause !== undefined;
  if (!text.trimEnd().endsWith('?')) return false;
  const asks = clauses.find((one) => asking.test(one.text));
  return !asks || asks.from < clause.from || circumstance.test(clause.text);
}

function isConditional(question: ReadQuestion): boolean {
  return (
    [...conditions].some((stem) => question.has(stem)) ||
    question.find([{ stems: [what, about], opposite: false }]).length > 0
  );
}
