import { countWhile } from './lists.js';
import type { Span } from './mentions.js';
import type { Token } from './tokens.js';

/** The tokens of a range of characters. */
export function spanOf(tokens: readonly Token[], from: number, to: number): Span {
  const first = countWhile(tokens, (token) => token.to <= from);
  return {
    from: first,
    to: Math.max(
      first,
      countWhile(tokens, (token) => token.from < to),
    ),
  };
}

/** Characters of a part of a question. */
export interface Part {
  text: string;
  from: number;
  to: number;
}

const sentences = /[^.?!;\n]+(?:\.(?=\d)[^.?!;\n]+)*[.?!;]*/g;
const separators =
  /,\s+(?:and|but|while|yet)\s+|(?<!\s)(?<!\ball|\bbetween (?:the )?\p{L}{1,20}(?:'s)?)\s+(?:and|but|while)\s+(?!(?:a|one|three) (?:half|quarter)|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b)|\s+plus\s+(?=an? |\p{L}{3})|[,:–—]\s+|\s-\s/gu;

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

/** Whether a span overlaps any of these. The time of a check does not grow with their number. */
export function overlapsAny(spans: readonly Span[]): (span: Span) => boolean {
  const isCovered: boolean[] = [];
  for (const { from, to } of spans) for (let at = from; at < to; at++) isCovered[at] = true;
  /** For each token, the number of covered tokens before it. */
  const before = [0];
  for (let at = 0; at < isCovered.length; at++) before.push(before[at]! + (isCovered[at] ? 1 : 0));
  const countBefore = (at: number) => before[Math.min(at, isCovered.length)]!;
  return ({ from, to }) => from < to && countBefore(to) > countBefore(from);
}

/** Whether one of these spans has all tokens of a span, and more. The time of a check does not grow with their number. */
export function containsAny(spans: readonly Span[]): (span: Span) => boolean {
  /** For each token, the end of the longest span that begins at it, and of the farthest one that begins before it. */
  const [own, before]: [number[], number[]] = [[], [-1]];
  for (const { from, to } of spans) own[from] = Math.max(own[from] ?? -1, to);
  own.forEach((to, from) => {
    for (let at = before.length; at <= from; at++) before[at] = Math.max(before[at - 1]!, own[at - 1] ?? -1);
    before[from + 1] = Math.max(before[from]!, to);
  });
  return ({ from, to }) => (own[from] ?? -1) > to || before[Math.min(from, before.length - 1)]! >= to;
}
