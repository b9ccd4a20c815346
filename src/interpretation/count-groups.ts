// Linguistic data: words that users write.
import type { Attribute } from '../engine/index.js';
import { spanOf } from './clauses.js';
import { stemmed } from './lexicon.js';
import type { Segment } from './segments.js';
import type { Token } from './tokens.js';

const numberWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const number = `(?:\\d{1,2}|${numberWords.join('|')}|no)`;
const noun = '([a-z]+)';
/** `four or more sons`, `at least four sons`, `households of three or more`, `one or two sons`. */
const patterns: readonly (readonly [pattern: RegExp, bounds: (first: number, second: number) => [number, number]])[] = [
  [new RegExp(`\\b(${number})(?: (?:or|and) (?:more|up|over)|\\+| plus) ${noun}`, 'gi'), (low) => [low, Infinity]],
  [new RegExp(`\\b(?:at least|no fewer than|no less than) (${number}) ${noun}`, 'gi'), (low) => [low, Infinity]],
  [new RegExp(`\\b(?:more than|over) (${number}) ${noun}`, 'gi'), (low) => [low + 1, Infinity]],
  [new RegExp(`\\b(?:fewer than|less than|under) (${number}) ${noun}`, 'gi'), (high) => [0, high - 1]],
  [new RegExp(`\\b(?:at most|up to|no more than|not more than) (${number}) ${noun}`, 'gi'), (high) => [0, high]],
  [new RegExp(`\\b(${number}) (?:or|to|and) (${number}) ${noun}`, 'gi'), (low, high) => [low, high]],
  [
    new RegExp(`\\b${noun} (?:of|with) (${number})(?: (?:or|and) (?:more|up|over)|\\+)`, 'gi'),
    (low) => [low, Infinity],
  ],
];

/** Finds the groups of counted attributes, such as sons: `women with four or more sons`. */
export function readCounts(text: string, tokens: readonly Token[], attributes: readonly Attribute[]): Segment[] {
  return attributes.flatMap((attribute) => {
    if (!('categories' in attribute) || attribute.type !== 'ordinal') return [];
    const counts = attribute.categories.map((category) => ({ id: category.id, count: countOf(category.label) }));
    if (counts.some(({ count }) => count === undefined)) return [];
    const [name = ''] = stemmed(attribute.label);
    const groups = patterns.flatMap(([pattern, bounds]) =>
      [...text.matchAll(pattern)].flatMap(({ 0: words, 1: first = '', 2: second = '', 3: third = '', index }) => {
        const said = [first, second, third].filter((word) => word !== '');
        if (!said.some((word) => stemmed(word)[0] === name)) return [];
        const [low = 0, high = 0] = said.flatMap((word) => valueOf(word) ?? []);
        const [from, to] = bounds(low, high);
        const ids = counts.filter(({ count }) => count! >= from && count! <= to).map(({ id }) => id);
        const mention = { ...spanOf(tokens, index, index + words.length), opposite: false };
        return ids.length > 0 ? [{ ids, mention }] : [];
      }),
    );
    return groups.length > 0 ? [{ attribute: attribute.id, groups: groups.slice(0, 1) }] : [];
  });
}

/** The number that begins a label: `Four or more`, `No sons`. */
const countOf = (label: string): number | undefined => valueOf(label.split(' ')[0] ?? '');

function valueOf(word: string): number | undefined {
  if (/^\d+$/.test(word)) return Number(word);
  if (/^no$/i.test(word)) return 0;
  const at = numberWords.indexOf(word.toLowerCase());
  return at < 0 ? undefined : at;
}
