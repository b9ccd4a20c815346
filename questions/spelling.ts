// Linguistic data: words that users write. cspell:ignore everybody nobody distnace neigbours tripple
import { stemmed } from './vocabulary.js';
import type { Token } from './tokens.js';

interface KnownWord {
  word: string;
  stem: string;
}

/** Known words by their first letter. */
export interface Spellings {
  byLetter: ReadonlyMap<string, readonly KnownWord[]>;
  words: ReadonlySet<string>;
  stems: ReadonlySet<string>;
}

const minLength = 6;
/** Shorter words with a missing letter are often other words: `county`. */
const minLengthOfMissing = 7;
const minLengthOfReplaced = 9;
/** Letters that sound alike. */
const alike = ['aeiouy', 'szc', 'st', 'ck', 'fv'];
/** Words that change the meaning of a question. Definitions do not contain them. */
const common =
  'instead without double triple quadruple thousand hundred percent quarter third fifth tenth increase decrease doubled tripled halved higher cheaper expensive stronger weaker longer shorter everyone everybody nobody neighbors strength intensity influence advertising';

const commonWords = new Set(common.split(' '));
const isCommon = (word: string): boolean => commonWords.has(word);

/** Words of the texts, for `correctSpelling`. */
export function spellingsOf(texts: readonly string[]): Spellings {
  const words = new Set([...texts, common].flatMap((text) => text.toLowerCase().match(/[a-z]{4,}/g) ?? []));
  const known = [...words].map((word) => ({ word, stem: stemmed(word)[0]! }));
  const byLetter = new Map<string, KnownWord[]>();
  for (const one of known) byLetter.set(one.word[0]!, [...(byLetter.get(one.word[0]!) ?? []), one]);
  return { byLetter, words, stems: new Set(known.map(({ stem }) => stem)) };
}

/** Replaces the stems of words with one typing error by those of a known word: `distnace`, `neigbours`, `tripple`. */
export function correctSpelling(tokens: readonly Token[], { byLetter, words, stems }: Spellings): Token[] {
  return tokens.map((token) => {
    if (token.word.length < minLength || stems.has(token.stem) || words.has(token.word)) return token;
    const word = token.word.replace(/our(s?)$/, 'or$1');
    if (words.has(word) || !/^[a-z]+$/.test(word)) return token;
    const near = (byLetter.get(word[0]!) ?? []).filter(
      (other) => Math.abs(other.word.length - word.length) <= 1 && isTypingError(word, other.word),
    );
    const meant = new Set(near.map(({ stem }) => stem));
    const [stem] = meant;
    return meant.size === 1 ? { ...token, stem: stem! } : token;
  });
}

const areAlike = (a = '', b = ''): boolean => alike.some((letters) => letters.includes(a) && letters.includes(b));

/** Two letters swapped, one letter missing, one letter doubled, or one letter of a long word replaced by one that sounds alike. */
function isTypingError(word: string, other: string): boolean {
  let at = 0;
  while (at < word.length && word[at] === other[at]) at++;
  const [rest, otherRest] = [word.slice(at), other.slice(at)];
  if (other.length === word.length) {
    const isSwapped = rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2);
    const isReplaced = areAlike(rest[0], otherRest[0]) && rest.slice(1) === otherRest.slice(1);
    return rest !== otherRest && (isSwapped || (word.length >= minLengthOfReplaced && isReplaced));
  }
  if (other.length === word.length + 1)
    return other.length > minLengthOfMissing - (isCommon(other) ? 1 : 0) && rest === otherRest.slice(1);
  return (
    other.length === word.length - 1 &&
    word.length >= minLengthOfMissing &&
    rest[0] === word[at - 1] &&
    rest.slice(1) === otherRest
  );
}
