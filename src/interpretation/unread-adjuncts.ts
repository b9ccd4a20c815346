// Linguistic data: words that users write. cspell:ignore wednes satur
import { overlaps, overlapsAny, sentencesOf, spanOf } from './clauses.js';
import type { Doubt } from './findings.js';
import { fillers, stemmed } from './lexicon.js';
import type { Span } from './mentions.js';
import { asToday } from './question-words.js';
import type { Token } from './tokens.js';

const times =
  '(?:weekends?|weekdays?|holidays?|nights?|mornings?|evenings?|afternoons?|summers?|winters?|springs?|autumns?|peak|off-peak|rush hours?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)';
const months = '(?:january|february|march|april|june|july|august|september|october|november|december)';
/** Groups of people that few workflows know. */
const groups =
  '(?:young|old|elderly|rich|poor|students?|children|kids|pensioners?|seniors?|members?|tourists?|veterans?|newcomers?|beginners?|subscribers?|employees?|teenagers?|retirees?|locals|foreigners|immigrants|(?:wo)?men|girls|boys|parents|mothers|fathers|couples|singles)';
const rest = "[\\p{L}\\p{N}$€£%'’ -]";
const functionWords = new Set([
  ...fillers,
  ...stemmed('and or in by from that which who when than how not it they more free'),
]);
const patternOf = (source: string) => new RegExp(source, 'giu');

/** Words that limit a value to a part of the time or of the people, or to a condition. */
const limits = [
  `\\b(?:on|in|during|at|over|outside) (?:the )?${times}\\b`,
  `\\b(?:in|during) ${months}\\b(?! \\d)`,
  '\\boff-peak\\b',
  `\\b(?:for|among|in|on|during) (?:[\\p{L}-]+ ){1,3}only\\b`,
  '\\b(?:for|during) (?:the (?:first|last) )?(?:\\w+ )?(?:years?|months?|weeks?)\\b',
  '\\b(?:\\d+|an?|one|two|three|four|five|six|seven|a few|several) (?:hours?|days?|weeks?|months?|years?) (?:before|earlier|later|in advance|ahead)\\b',
  `\\bonly (?:for|to|on|in|during|at|if|when|after|before) ${rest}+`,
  `(?<!\\b(?:see|check|know|wonder|ask|out|me|us) )\\b(?:if|unless|provided|as long as) ${rest}+`,
].map(patternOf);
/** People that a value applies to, unless all of the workflow is about them: `for men`, `for new customers`. */
const people = [
  patternOf(`\\b(?:for|among) (?:the |all )?${groups}\\b`),
  patternOf(
    '\\b(?:for|among) (?:the |all )?(?:first-time|new|existing|current|former|regular|loyal|urban|rural|local) [\\p{L}-]+',
  ),
];
/** Dates and places that a value applies to, unless the workflow is about them: `until March`, `in Texas`. */
const scopes = [
  patternOf(`\\b(?:until|till|before|after|from) (?:${months}|${times})\\b(?! \\d)`),
  /\b(?:gradually|temporarily|occasionally|(?:each|every|once a|twice a) (?:year|month|week))\b/gi,
  patternOf(
    '\\bin (?:the )?(?:\\w+ )?(?:north|south|east|west|cities|towns|suburbs|countryside|rural areas|urban areas|city centers?)\\b',
  ),
  /\b(?:[Ii]n|across|throughout|around|near|within|outside) (?:the )?(?!(?:January|February|March|April|May|June|July|August|September|October|November|December)\b)\p{Lu}\p{Ll}{2,}(?: \p{Lu}\p{Ll}+)*/gu,
];
/** Words that add something to a value. */
const additions = [
  `\\b(?:signed|written|printed|delivered|funded|sponsored|backed|endorsed|translated) (?:by|on|with|during|from|via|into) ${rest}+`,
  `\\b(?:with|plus|including|along with|together with|as well as|in addition to|on top of|besides) (?!(?:the|it|them|him|her|us|me|\\d+)\\b)${rest}+`,
  `\\band (?:an?|free|some|extra|another) ${rest}+`,
].map(patternOf);

/** A form or a gift, even of what the workflow is about: `with the question printed in larger type`, `but offered free parking`. */
const forms = [
  `\\bwith (?:the |an? |each |every |our |its )?[\\p{L}-]+ (?:printed|painted|written|signed|served|packed|wrapped|translated|read out) ${rest}+`,
  `\\b(?:granted|offered|promised) (?:free|extra) ${rest}+`,
].map(patternOf);

interface AdjunctContext {
  /** Tokens of findings, doubts and segments. */
  read: readonly Span[];
  /** Tokens that set a value. */
  set: readonly Span[];
  /** Stems of the words of the workflow, which an addition may repeat: `start with hybrid corn`. */
  known: ReadonlySet<string>;
  /** Stems of the name and the summary. */
  subject: ReadonlySet<string>;
  /** Known stems and those of the population, such as its places. */
  setting: ReadonlySet<string>;
}

/**
 * Words after a value that limit it or add to it, and that no parameter expresses: `10% cheaper on weekends`, `a 2:1 match signed by a
 * celebrity`. Dates, places and people may also be before the value.
 */
export function unreadAdjuncts(
  text: string,
  tokens: readonly Token[],
  { read, set, known, subject, setting }: AdjunctContext,
): Doubt[] {
  const isRead = overlapsAny(read);
  return sentencesOf(text).flatMap((sentence) => {
    const span = spanOf(tokens, sentence.from, sentence.to);
    const start = Math.min(...set.filter((own) => overlaps(own, span)).map(({ from }) => from));
    if (start === Infinity) return [];
    const find = (patterns: readonly RegExp[]) =>
      patterns
        .flatMap((pattern) => [...sentence.text.matchAll(pattern)])
        .filter(([words]) => !asToday.test(words))
        .map(({ 0: words, index }) => spanOf(tokens, sentence.from + index, sentence.from + index + words.length));
    const isAfter = (own: Span) => own.from >= start;
    const isNotAbout = (stems: ReadonlySet<string>) => (own: Span) =>
      !tokens.slice(own.from, own.to).some(({ stem }) => stems.has(stem) && !functionWords.has(stem));
    // `In Texas, fares fall by 10%.`
    const restrictions = [...find(people).filter(isNotAbout(subject)), ...find(scopes).filter(isNotAbout(setting))];
    return [
      ...restrictions,
      ...[...find(limits), ...find(forms), ...find(additions).filter(isNotAbout(known))].filter(isAfter),
    ]
      .filter((own) => !isRead(own))
      .map((own): Doubt => ({ reason: 'no_parameter', parameters: [], spans: [own] }));
  });
}
