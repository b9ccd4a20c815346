import type { Span } from './mentions.js';
import type { Token } from './tokens.js';

/** The tokens of a range of characters. */
export function spanOf(tokens: readonly Token[], from: number, to: number): Span {
  const first = tokens.findIndex((token) => token.to > from);
  if (first < 0) return { from: tokens.length, to: tokens.length };
  let last = first;
  while (last < tokens.length && tokens[last]!.from < to) last++;
  return { from: first, to: last };
}

/** Characters of a part of a question. */
export interface Part {
  text: string;
  from: number;
  to: number;
}

const sentences = /[^.?!;\n]+(?:\.(?=\d)[^.?!;\n]+)*[.?!;]*/g;
const separators =
  /,\s+(?:and|but|while|yet)\s+|(?<!\ball|\bbetween (?:the )?\p{L}{1,20}(?:'s)?)\s+(?:and|but|while)\s+(?!(?:a|one|three) (?:half|quarter)|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b)|\s+plus\s+(?=an? |\p{L}{3})|[,:–—]\s+|\s-\s/gu;

/** Splits a text at sentence ends. A point inside a number ends no sentence. */
export function sentencesOf(text: string): Part[] {
  return [...text.matchAll(sentences)].map(({ 0: part, index }) => ({
    text: part,
    from: index,
    to: index + part.length,
  }));
}

/** Splits a sentence at commas and conjunctions. */
export function clausesOf({ text, from }: Part): Part[] {
  const clauses: Part[] = [];
  let start = 0;
  for (const { 0: separator, index } of text.matchAll(separators)) {
    clauses.push({ text: text.slice(start, index), from: from + start, to: from + index });
    start = index + separator.length;
  }
  clauses.push({ text: text.slice(start), from: from + start, to: from + text.length });
  return clauses.filter((clause) => /\p{L}/u.test(clause.text));
}

export const overlaps = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;
