// Linguistic data: words that users write.
import { sentenceEnds, stemmed } from './lexicon.js';
import type { Span } from './mentions.js';
import { determiners } from './negation-words.js';
import type { Token } from './tokens.js';

const changes = new Set(stemmed('change swap switch exchange trade replace substitute'));
const toNew = new Set(stemmed('to into for with by against'));
const takes = new Set(stemmed('take takes took taken get gets got move moves moved come comes came switch'));
const removals = new Set(stemmed('knock tear pull bulldoze demolish raze close scrap abandon leave drop ditch retire'));
const [off = '', out = '', down = '', favor = ''] = stemmed('off out down favor');
const maxDistanceToOld = 4;
const maxDistanceToFrom = 3;
const maxDistanceToNew = 6;
const maxDistanceToPassive = 4;

/** The old option in `from free care to a deductible`, `swap free care for one`, `free care is replaced by one` and `take people off free care`. */
export function isLeft(tokens: readonly Token[], { from, to }: Span): boolean {
  const before = sameSentence(tokens.slice(Math.max(0, from - maxDistanceToOld), from).reverse()).reverse();
  const after = sameSentence(tokens.slice(to, to + maxDistanceToNew));
  if (before.slice(-maxDistanceToFrom).includes('from')) return after.includes('to');
  if (after[0] === out && (after.length === 1 || after[1] === ',' || after[1] === 'and')) return true;
  // `welfare dropped in favor of assistance`.
  if (after.slice(0, maxDistanceToPassive).some((stem, at) => stem === 'in' && after[at + 1] === favor)) return true;
  const passive = after.slice(0, maxDistanceToPassive).findIndex((stem) => changes.has(stem));
  if (passive > 0) return toNew.has(after[passive + 1] ?? '');
  const last = before.findLastIndex((stem) => !determiners.has(stem));
  if (before[last] === off) return before.some((stem) => takes.has(stem));
  if (isRemoved(before, after)) return true;
  const verb = before.findLastIndex((stem) => changes.has(stem));
  return verb >= 0 && !before.slice(verb).some((stem) => toNew.has(stem)) && after.some((stem) => toNew.has(stem));
}

/** `knock down the towers and …`, `close the towers and …`. */
function isRemoved(before: readonly string[], after: readonly string[]): boolean {
  const at = before.findLastIndex((stem) => removals.has(stem));
  return (
    at >= 0 && before.slice(at + 1).every((stem) => stem === down || determiners.has(stem)) && after.includes('and')
  );
}

function sameSentence(tokens: readonly Token[]): string[] {
  const stems = tokens.map(({ stem }) => stem);
  const end = stems.findIndex((stem) => sentenceEnds.has(stem));
  return end < 0 ? stems : stems.slice(0, end);
}
