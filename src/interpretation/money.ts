import type { Size } from './amount.js';
import { adjectives, stemmed, timesWords } from './lexicon.js';
import { readFraction, readNumber } from './numbers.js';
import type { Token } from './tokens.js';
import { currencies, isMoney, knownUnit, type Unit } from './units.js';

/** Only for money: elsewhere, `5 m` means meters. */
const shortMagnitudes = new Map([
  ['k', 1e3],
  ['m', 1e6],
  ['b', 1e9],
]);

const articles = new Set(stemmed('a an'));
const coins = new Map<string, number>([
  ...stemmed('penny').map((stem) => [stem, 1] as const),
  ...stemmed('nickel').map((stem) => [stem, 5] as const),
  ...stemmed('dime').map((stem) => [stem, 10] as const),
]);

const comparatives = new Set(stemmed('more less'));

/** `$5`, `AUD 250`, `$2m`, `a dime a mile`. */
export function money(tokens: readonly Token[], from: number): Size | undefined {
  const coin = articles.has(tokens[from]!.stem) ? coins.get(tokens[from + 1]?.stem ?? '') : undefined;
  // `a dime a mile`, `a dime cheaper`; but `not a penny` is none.
  const after = tokens[from + 2]?.stem ?? '';
  if (coin !== undefined && (per.has(after) || adjectives.has(after) || comparatives.has(after)))
    return { from, to: from + 2, kind: 'plain', size: coin, unit: knownUnit('cent') ?? null };
  if (!currencies.has(tokens[from]!.stem)) return undefined;
  const read = readNumber(tokens, from + 1);
  const unit = knownUnit(tokens[from]!.stem) ?? null;
  if (!read) return undefined;
  const times = shortMagnitudes.get(tokens[read.to]?.stem ?? '');
  if (times) return { from, to: read.to + 1, kind: 'plain', size: read.value * times, unit };
  return withPeriod(tokens, { from, kind: 'plain', unit, ...withCents(tokens, read.to, read.value, unit) });
}

/** `two dollars and eighty-four cents`, `a dollar fifty`. */
export function withCents(
  tokens: readonly Token[],
  to: number,
  size: number,
  unit: Unit | null,
): { size: number; to: number } {
  if (!unit || unit.size !== 1 || !isMoney(unit)) return { size, to };
  const hasAnd = tokens[to]?.stem === 'and';
  const start = hasAnd ? to + 1 : to;
  const half = hasAnd ? readFraction(tokens, start) : undefined;
  if (half && tokens[half.to]?.stem !== 'of' && !adjectives.has(tokens[half.to]?.stem ?? ''))
    return { size: size + half.value, to: half.to };
  const read = readNumber(tokens, start);
  if (!read || !Number.isInteger(read.value) || read.value >= cents) return { size, to };
  if (knownUnit(tokens[read.to]?.stem ?? '')?.size === 1 / cents)
    return { size: size + read.value / cents, to: read.to + 1 };
  // `two fifty`, but `one dollar 20 people`.
  const after = tokens[read.to]?.stem ?? '';
  const isOther = after === '%' || timesWords.has(after) || after === 'people' || knownUnit(after);
  return !hasAnd && read.value >= minCents && !isOther
    ? { size: size + read.value / cents, to: read.to }
    : { size, to };
}

const periods = new Map<string, number>([
  ...stemmed('day').map((stem) => [stem, 365] as const),
  ...stemmed('week weekly').map((stem) => [stem, 52] as const),
  ...stemmed('fortnight').map((stem) => [stem, 26] as const),
  ...stemmed('month monthly').map((stem) => [stem, 12] as const),
  ...stemmed('quarter quarterly').map((stem) => [stem, 4] as const),
  ...stemmed('year yearly annually annum').map((stem) => [stem, 1] as const),
]);
const per = new Set(stemmed('a an per each every'));

/** `a dollar a week`, `50 dollars yearly`. */
export function withPeriod(tokens: readonly Token[], size: Size): Size {
  if (!size.unit || !isMoney(size.unit)) return size;
  const to = per.has(tokens[size.to]?.stem ?? '') ? size.to + 1 : size.to;
  const perYear = periods.get(tokens[to]?.stem ?? '');
  return perYear === undefined ? size : { ...size, to: to + 1, perYear };
}

const cents = 100;
const minCents = 5;
