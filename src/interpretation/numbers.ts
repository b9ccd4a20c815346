import type { Token } from './tokens.js';
import { stemmed } from './lexicon.js';
import { knownUnit } from './units.js';

/** A number and the token after it. */
export interface ReadNumber {
  value: number;
  to: number;
}

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety';
const units = new Map<string, number>([
  ...stemmed(small).map((word, value): [string, number] => [word, value]),
  ...stemmed(tens).map((word, step): [string, number] => [word, 10 * (step + 2)]),
]);
const [hundred = ''] = stemmed('hundred');
const thousands = new Map<string, number>([
  ...stemmed('thousand').map((word): [string, number] => [word, 1e3]),
  ...stemmed('million mn').map((word): [string, number] => [word, 1e6]),
  ...stemmed('billion bn').map((word): [string, number] => [word, 1e9]),
  ...stemmed('trillion').map((word): [string, number] => [word, 1e12]),
]);
const parts = new Map<string, number>(
  stemmed('half third quarter fifth sixth seventh eighth ninth tenth').map((word, at) => [word, at + 2]),
);
const articles = new Set(stemmed('a an'));

/** `2.5`, `two hundred and fifty`, `a hundred`, `two and a half million`. */
export function readNumber(tokens: readonly Token[], at: number): ReadNumber | undefined {
  const whole = readWhole(tokens, at);
  if (!whole) return undefined;
  const next = tokens.slice(whole.to, whole.to + 4).map(({ stem }) => stem);
  const isMixed = next[0] === 'and' && next[1] === 'a' && parts.get(next[2] ?? '') === 2 && next[3] !== 'of';
  const { value, to } = isMixed ? { value: whole.value + 0.5, to: whole.to + 3 } : whole;
  const times = magnitudeAt(tokens, to);
  return times === undefined ? { value, to } : { value: value * times, to: to + 1 };
}

/** `million`, and `k` directly after the number. */
export function magnitudeAt(tokens: readonly Token[], at: number): number | undefined {
  const [last, token] = [tokens[at - 1], tokens[at]];
  const isSuffix = token?.stem === 'k' && last?.to === token.from;
  return isSuffix ? 1e3 : token?.stem === hundred ? 100 : thousands.get(token?.stem ?? '');
}

function readWhole(tokens: readonly Token[], at: number): ReadNumber | undefined {
  const first = tokens[at]?.stem;
  if (first === undefined) return undefined;
  if (!/^\d/.test(first)) return readWords(tokens, at);
  const value = Number(first);
  return Number.isFinite(value) ? { value, to: at + 1 } : undefined;
}

function readWords(tokens: readonly Token[], at: number): ReadNumber | undefined {
  let [sum, group, to] = [0, 0, at];
  for (;;) {
    const stem = tokens[to]?.stem ?? '';
    const unit = units.get(stem);
    const begins = to === at && articles.has(stem) && magnitudeAt(tokens, to + 1) !== undefined;
    if (unit !== undefined && (group === 0 || group % 100 === 0 || (group % 10 === 0 && unit < 10))) group += unit;
    else if (begins) group = 1;
    else if (stem === hundred && group > 0) group *= 100;
    else if (thousands.has(stem) && group > 0) [sum, group] = [sum + thousands.get(stem)! * group, 0];
    else if (!(stem === 'and' && to > at && tokens[to - 1]?.stem === hundred && units.has(tokens[to + 1]?.stem ?? '')))
      break;
    to++;
  }
  return to > at ? { value: sum + group, to } : undefined;
}

const maxNounWords = 2;

/** `one in five`, `one trip in four`, `three times out of four`, as a share. */
export function readOutOf(tokens: readonly Token[], at: number): ReadNumber | undefined {
  const count = readNumber(tokens, at);
  if (!count) return undefined;
  for (let link = count.to; link <= count.to + maxNounWords; link++) {
    const stem = tokens[link]?.stem ?? '';
    const isOut = stem === 'out' && tokens[link + 1]?.stem === 'of';
    if (!isOut && stem !== 'in') {
      if (!/^\p{L}/u.test(stem)) return undefined;
      continue;
    }
    const all = readNumber(tokens, link + (isOut ? 2 : 1));
    const isTime = knownUnit(tokens[all?.to ?? 0]?.stem ?? '')?.dimension === 'time';
    return all && count.value > 0 && count.value < all.value && !isTime
      ? { value: count.value / all.value, to: all.to }
      : undefined;
  }
  return undefined;
}

/** `half`, `a third`, `two thirds`, as a share. */
export function readFraction(tokens: readonly Token[], at: number): ReadNumber | undefined {
  const stem = tokens[at]?.stem ?? '';
  if (parts.get(stem) === 2) return { value: 0.5, to: at + 1 };
  const over = parts.get(tokens[at + 1]?.stem ?? '');
  const count = articles.has(stem) ? 1 : units.get(stem);
  return over !== undefined && count !== undefined && count > 0 && count < over
    ? { value: count / over, to: at + 2 }
    : undefined;
}
