// Linguistic data: words that users write. cspell:ignore told tell
import { stemmer } from 'stemmer';

/** A word, number or sign of a question, with its character positions. */
export interface Token {
  stem: string;
  /** The lowercase text. The stem loses the ending of a verb. */
  word: string;
  from: number;
  to: number;
}

const pieces =
  /over and over\b|again and again\b|[-=]>|→|per\s?cent\b|pct\b|%|\p{Sc}|\d+(?:\/\d+(?![\d/])|(?:[.,]\d+)*)|[½⅓⅔¼¾⅕]|(?<![\p{L}\p{N}])\.\d+|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|[:+×.,;?!—–()\n]|[-−](?=\d)/giu;
/** `0.75 -> 0.6` means `from 0.75 to 0.6`. */
const arrow = /^(?:[-=]>|→)$/;
const spellings: readonly (readonly [RegExp, string])[] = [
  [/^(neighb|col|lab|fav|behavi)our/, '$1or'],
  [/^programme/, 'program'],
  [/^buss?es$/, 'bus'],
  [/(cent|met)re/, '$1er'],
  [/^pts?$/, 'points'],
  [/^bucks?$/, 'dollar'],
];

/** Past forms whose stem differs from the stem of the verb. */
const irregular = new Map(
  'began begin,begun begin,got get,gotten get,gave give,sent send,ran run,sold sell,told tell,drove drive,driven drive,flew fly,flown fly'
    .split(',')
    .map((pair) => pair.split(' '))
    .map(([past = '', verb = '']) => [past, stemmer(verb)] as const),
);

/** Splits a text into tokens. Words are stemmed, so that "fare" matches "fares"; percent signs and numbers have one form. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(pieces)) {
    const [piece] = match;
    const before = text[match.index - 1];
    // A dash is a sign only before a number that follows no letter or digit; otherwise it separates words.
    if (/^[-−]/.test(piece) && before !== undefined && /[\p{L}\p{N}]/u.test(before)) continue;
    const word = piece.toLowerCase();
    const stem = piece === '–' && isMinus(text, match.index) ? '-' : knownStemOf(word);
    tokens.push({ stem, word, from: match.index, to: match.index + piece.length });
  }
  return tokens;
}

/** Whether a long dash is a sign, as in `price –10%`: `10 – 20` and `10–20` are ranges. */
const isMinus = (text: string, at: number): boolean =>
  /^\d/.test(text.slice(at + 1, at + 2)) && /(?:^|[^\d\s]\s+)$/.test(text.slice(Math.max(0, at - 3), at));

export const stemsOf = (text: string): string[] => tokensOf(text).map(({ stem }) => stem);

const maxKnown = 10_000;
const maxKnownLength = 30;
const known = new Map<string, string>();

/** A question is read for several workflows, and most of its words are in other questions too. */
function knownStemOf(word: string): string {
  const found = known.get(word);
  if (found !== undefined) return found;
  const stem = stemOf(word);
  if (known.size >= maxKnown) known.clear();
  if (word.length <= maxKnownLength) known.set(word, stem);
  return stem;
}

function stemOf(word: string): string {
  const lower = word.replace('’', "'");
  if (/^(per\s?cent|pct|%)$/.test(lower)) return '%';
  if (/^\.?\d/.test(lower)) return lower.replace(/^\./, '0.').replace(/,(?=\d{3}(\D|$))/g, '');
  if (lower === '−') return '-';
  if (arrow.test(lower)) return 'to';
  if (!/^\p{L}/u.test(lower)) return lower;
  if (lower.endsWith("n't")) return 'not';
  // The stem of `one` would be `on`, which is another word.
  if (/^one(?:'?s)?$/.test(lower)) return lower;
  const base = irregular.get(lower);
  if (base) return base;
  return stemmer(spellings.reduce((text, [from, to]) => text.replace(from, to), lower.replace(/'s?$/, '')));
}
