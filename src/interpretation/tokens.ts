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
  /per\s?cent\b|pct\b|%|\p{Sc}|\d+(?:[.,]\d+)*|(?<![\p{L}\p{N}])\.\d+|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|[:+×.,;?!—–()\n]|[-−](?=\d)/giu;
const spellings: readonly (readonly [RegExp, string])[] = [
  [/^(neighb|col|lab|fav|behavi)our/, '$1or'],
  [/^programme/, 'program'],
  [/(cent|met)re/, '$1er'],
];

/** Splits a text into tokens. Words are stemmed, so that "fare" matches "fares"; percent signs and numbers have one form. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(pieces)) {
    const [piece] = match;
    const before = text[match.index - 1];
    // A dash is a sign only before a number that follows no letter or digit; otherwise it separates words.
    if (/^[-−]/.test(piece) && before !== undefined && /[\p{L}\p{N}]/u.test(before)) continue;
    tokens.push({ stem: stemOf(piece), word: piece.toLowerCase(), from: match.index, to: match.index + piece.length });
  }
  return tokens;
}

export const stemsOf = (text: string): string[] => tokensOf(text).map(({ stem }) => stem);

function stemOf(piece: string): string {
  const lower = piece.toLowerCase().replace('’', "'");
  if (/^(per\s?cent|pct|%)$/.test(lower)) return '%';
  if (/^\.?\d/.test(lower)) return lower.replace(/^\./, '0.').replace(/,(?=\d{3}(\D|$))/g, '');
  if (lower === '−') return '-';
  if (!/^\p{L}/u.test(lower)) return lower;
  if (lower.endsWith("n't")) return 'not';
  const word = spellings.reduce((text, [from, to]) => text.replace(from, to), lower.replace(/'s?$/, ''));
  return stemmer(word);
}
