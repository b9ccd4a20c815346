import { sentencesOf } from './clauses.js';
import type { Arm, Interpretation, Interpreted } from './findings.js';

const number =
  '(?:\\p{Sc}?\\d+(?:[.,]\\d+)*|five|ten|fifteen|twenty|twenty-five|thirty|forty|fifty|sixty|seventy|seventy-five|eighty|ninety)';
const unit = '(?:\\s?%)?(?:\\s(?!(?:or|and|versus|vs)\\b)[a-z]+){0,2}';
const link = '(?:or|and|versus|vs\\.?)';
/** `10 or 20%`, `10%, 20% and 30% lower`. */
const list = new RegExp(
  `(?<![\\d.,\\p{L}])${number}${unit}(?:(?:,| ${link}) ${number}${unit}){0,6},? ${link} ${number}${unit}(?![\\d\\p{L}])`,
  'giu',
);
const items = new RegExp(`(${number})(${unit})`, 'giu');
/** Words that ask for each value of `10% and 20%`. */
const comparing = /\b(?:compar\w+|versus|vs|difference|differ|each|either|which)\b/i;
/** `between 10 and 20%` is a range, and `from 10 or so to 20` a change. */
const isOfRange = /\b(?:between|from)\s*$/i;
/** A question is read once for each item, so the lists and the text around them are limited. */
const maxLists = 2;
const maxText = 600;

export interface ListOfValues {
  words: string;
  arms: Arm[];
  /** What the sentences of all items set. */
  shared: Interpreted[];
  notInterpreted: Interpretation['notInterpreted'];
}

/**
 * Reads a list of values such as `10, 20 or 30% lower`: each item takes the place of the list, and the same rules read each sentence. The
 * items must set one parameter to different values.
 */
export function readList(
  text: string,
  read: (variant: string) => Pick<Interpretation, 'interpreted' | 'notInterpreted'>,
): ListOfValues | undefined {
  if (text.length > maxText) return undefined;
  const written = sentencesOf(text).flatMap((sentence) =>
    [...sentence.text.matchAll(list)]
      .map(({ 0: words, index }) => ({ words, from: sentence.from + index, asksEach: comparing.test(sentence.text) }))
      .filter(
        ({ words, from, asksEach }) => !isOfRange.test(text.slice(0, from)) && (asksEach || !/ and /i.test(words)),
      ),
  );
  for (const { words, from } of written.slice(0, maxLists)) {
    const variants = itemsOf(words).map((item) => read(text.slice(0, from) + item + text.slice(from + words.length)));
    const [first, ...others] = variants;
    if (!first) continue;
    const valueIn = (variant: (typeof variants)[number], parameter: string) =>
      variant.interpreted.find((one) => one.parameter === parameter)?.value;
    const inAll = first.interpreted.filter(({ parameter }) =>
      others.every((one) => valueIn(one, parameter) !== undefined),
    );
    const shared = inAll.filter(({ parameter, value }) => others.every((one) => valueIn(one, parameter) === value));
    const [varied, ...more] = inAll.filter((one) => !shared.includes(one));
    if (!varied || more.length > 0) continue;
    const values = variants.map((one) => valueIn(one, varied.parameter)!);
    if (new Set(values).size < values.length) continue;
    const isLiteral = (excerpt: string) => text.includes(excerpt);
    return {
      words,
      arms: values.map((value) => ({ from: words, values: { [varied.parameter]: value } })),
      shared: shared.map((one) => (isLiteral(one.from) ? one : { ...one, from: words })),
      notInterpreted: first.notInterpreted.filter((one) => isLiteral(one.words)),
    };
  }
  return undefined;
}

/** The items with the unit of the last one, if they have none: `10 or 20%`. */
function itemsOf(words: string): string[] {
  const found = [...words.matchAll(items)].map(({ 1: value = '', 2: own = '' }) => ({ value, own }));
  const last = found.at(-1)?.own ?? '';
  const [currency = ''] = /^\p{Sc}/u.exec(words) ?? [];
  return found.map(({ value, own }) => {
    const amount = /^\d/.test(value) ? currency + value : value;
    return amount + (last.startsWith(own) ? last : own);
  });
}
