import type { Token } from './tokens.js';
import { stemmed } from './vocabulary.js';
import { knownUnit } from './quantities.js';

/** A number and the token after it. */
interface ReadNumber {
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
const parts = new Map<string, number>([
  ...stemmed('half third quarter fifth sixth seventh eighth ninth tenth').map((word, at): [string, number] => [
    word,
    at + 2,
  ]),
  ...stemmed('fourth').map((word): [string, number] => [word, 4]),
  ...stemmed('twelfth').map((word): [string, number] => [word, 12]),
  ...stemmed('twentieth').map((word): [string, number] => [word, 20]),
  ...stemmed('hundredth').map((word): [string, number] => [word, 100]),
]);
/** Ordinals after `every`: `every second trip`. */
const steps = new Map<string, number>([
  ...parts,
  ...stemmed('second').map((word): [string, number] => [word, 2]),
  ['other', 2],
]);
const signs = new Map([
  ['½', 1 / 2],
  ['⅓', 1 / 3],
  ['⅔', 2 / 3],
  ['¼', 1 / 4],
  ['¾', 3 / 4],
  ['⅕', 1 / 5],
]);
const articles = new Set(stemmed('a an'));
/** Words that compare: `ten and a third of them` is no number. */
const comparing = new Set(['of', ...stemmed('more less fewer')]);

/** `2.5`, `two hundred and fifty`, `a hundred`, `two and a half million`, `three and a quarter`, `2 1/2`. */
export function readNumber(tokens: readonly Token[], at: number): ReadNumber | undefined {
  const whole = readWhole(tokens, at);
  if (!whole) return undefined;
  const extra = tokens[whole.to]?.stem === 'and' && isSmall(whole.value) ? readPart(tokens, whole.to + 1) : undefined;
  const isMixed = extra && extra.value < 1 && !comparing.has(tokens[extra.to]?.stem ?? '');
  const { value, to } = isMixed ? { value: whole.value + extra.value, to: extra.to } : whole;
  const times = magnitudeAt(tokens, to);
  return times === undefined ? { value, to } : { value: value * times, to: to + 1 };
}

const maxMixed = 1_000;
const isSmall = (value: number) => Number.isInteger(value) && value > 0 && value < maxMixed;

/** `million`, and `k` directly after the number. */
function magnitudeAt(tokens: readonly Token[], at: number): number | undefined {
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

const maxNounWords = 3;
const maxAll = 1_000;

/** `one in five`, `one trip in four`, `three times out of four`, `one in every ten`, as a share. */
export function readOutOf(tokens: readonly Token[], at: number): ReadNumber | undefined {
  const count = readNumber(tokens, at);
  if (!count || !isSmall(count.value)) return undefined;
  for (let link = count.to; link <= count.to + maxNounWords; link++) {
    const [stem = '', next = ''] = [tokens[link]?.stem, tokens[link + 1]?.stem];
    const isOut = stem === 'out' && next === 'of';
    const isOfEvery = link === count.to && stem === 'of' && every.has(next);
    if (!isOut && !isOfEvery && stem !== 'in') {
      if (!/^\p{L}/u.test(stem)) return undefined;
      continue;
    }
    const start = link + (isOut ? 2 : 1);
    const all = readNumber(tokens, every.has(tokens[start]?.stem ?? '') ? start + 1 : start);
    if (!all || !isSmall(all.value) || all.value > maxAll || count.value >= all.value) return undefined;
    // `three out of ten weeks` is a share, `one in ten minutes` a time.
    return isTime(tokens[all.to]) && !isOut ? undefined : { value: count.value / all.value, to: all.to };
  }
  return undefined;
}

const [each = ''] = stemmed('each');
const every = new Set(stemmed('every each'));
const isTime = (token: Token | undefined) => token !== undefined && knownUnit(token.stem)?.dimension === 'time';

/** `half`, `a third`, `two thirds`, `3/4`, `fifty-fifty`, `every second`, as a share. */
export function readFraction(tokens: readonly Token[], at: number): ReadNumber | undefined {
  const [stem = '', next = ''] = [tokens[at]?.stem, tokens[at + 1]?.stem];
  const [, count, all] = /^(\d+)\/(\d+)$/.exec(stem) ?? [];
  const isEven = stem === fifty ? next === fifty : /^50$/.test(stem) && /^(?:50|:)$/.test(next);
  const evenTo = next === ':' ? at + 3 : at + 2;
  if (stem === '50/50') return { value: 0.5, to: at + 1 };
  if ((stem === coin && tosses.has(next)) || (stem === even && odds.has(next))) return { value: 0.5, to: at + 2 };
  if (isEven && tokens[evenTo - 1]?.stem === (stem === fifty ? fifty : '50')) return { value: 0.5, to: evenTo };
  if (count && Number(all) <= maxOver && Number(count) < Number(all))
    return { value: Number(count) / Number(all), to: at + 1 };
  // `every second station`, but `every second week` is a frequency.
  const step = every.has(stem) && !(stem === each && next === 'other') ? steps.get(next) : undefined;
  if (step !== undefined && /^\p{L}/u.test(tokens[at + 2]?.stem ?? '') && !isTime(tokens[at + 2]))
    return { value: 1 / step, to: at + 2 };
  return readPart(tokens, at);
}

const maxOver = 20;
const [coin = ''] = stemmed('coin');
const tosses = new Set(stemmed('toss flip'));
const [even = ''] = stemmed('even');
const odds = new Set(stemmed('odds chance chances'));
const [fifty = ''] = stemmed('fifty');

function readPart(tokens: readonly Token[], at: number): ReadNumber | undefined {
  const stem = tokens[at]?.stem ?? '';
  if (signs.has(stem)) return { value: signs.get(stem)!, to: at + 1 };
  const over = parts.get(tokens[at + 1]?.stem ?? '');
  const count = articles.has(stem) ? 1 : units.get(stem);
  if (over !== undefined && count !== undefined && count > 0 && count < over)
    return { value: count / over, to: at + 2 };
  const part = parts.get(stem);
  if (part === 2) return { value: 0.5, to: at + 1 };
  return undefined;
}
