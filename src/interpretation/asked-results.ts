import { spanOf } from './clauses.js';
import { adjectives, movements, stemmed } from './lexicon.js';
import type { Span } from './mentions.js';
import { readFraction } from './numbers.js';
import { timeQuestion, zeroResult } from './question-words.js';
import type { Token } from './tokens.js';
import { measuresIn } from './unread-clauses.js';

const comparing = new Set(stemmed('more less fewer as by'));

/** Shares that a question for a time mentions as results: `When do half of the farmers plant it?` They set no parameter. */
export function askedResults(text: string, tokens: readonly Token[]): Span[] {
  const isShare = ({ from, to }: Span) => tokens[to - 1]!.stem === '%' || readFraction(tokens, from) !== undefined;
  const isChange = (stem = '') => adjectives.has(stem) || movements.has(stem) || comparing.has(stem);
  // `How long would it take for 20% cheaper fares to work?` states a change.
  const isChanged = ({ from, to }: Span) => isChange(tokens[from - 1]?.stem) || isChange(tokens[to]?.stem);
  const zeros = [...text.matchAll(zeroResult)].map(({ 0: words, 1: zero = '', index }) =>
    spanOf(tokens, index + words.length - zero.length, index + words.length),
  );
  const shares = [...text.matchAll(timeQuestion)]
    .flatMap(({ 0: words, index }) => measuresIn(tokens, spanOf(tokens, index, index + words.length)))
    .filter((share) => isShare(share) && !isChanged(share));
  return [...zeros, ...shares];
}
