// Linguistic data: words that users write. cspell:ignore kilomet salar
import type { Attribute } from '../engine/index.js';
import { spanOf } from './clauses.js';
import type { Segment } from './segments.js';
import type { Token } from './tokens.js';

/** Whole numbers from `low` to `high`, both inclusive. */
interface Bracket {
  low: number;
  high: number;
}

interface Mentioned extends Bracket {
  from: number;
  to: number;
}

/** Amounts that are no ages. */
const noOtherUnit =
  '(?![\\d.,]*\\d|\\+? ?(?:%|per ?cent|minutes?|hours?|days?|weeks?|dollars?|cents?|francs?|points?|miles?|km|kilomet|mph|units?|of\\b|out of\\b|times\\b))';
const ages: readonly (readonly [pattern: RegExp, bracket: (first: number, second: number) => Bracket])[] = [
  [
    new RegExp(
      `\\b(?:aged? |ages )?(?:under|below|younger than)[ -](?:the age of )?(\\d{2})(?:s\\b|\\b)${noOtherUnit}`,
      'gi',
    ),
    (age) => ({ low: 0, high: age - 1 }),
  ],
  [
    new RegExp(
      `\\b(?:aged? |ages )?(?:over|above|older than)[ -](?:the age of )?(\\d{2})(?:s\\b|\\b)${noOtherUnit}`,
      'gi',
    ),
    (age) => ({ low: age, high: Infinity }),
  ],
  [
    /\b(?:aged? |ages )?(\d{2})(?: years?(?: of age| old)?)?(?:\+| (?:and|or) (?:over|older|above|up|more)\b)/gi,
    (age) => ({ low: age, high: Infinity }),
  ],
  [
    /\b(?:aged? |ages )?(\d{2})(?: years?(?: of age| old)?)? (?:and|or) (?:under|younger|below)\b/gi,
    (age) => ({ low: 0, high: age }),
  ],
  [/\b(\d{2})(?: ?(?:to|–|-) ?| and )(\d{2})[- ]years?[- ]olds?\b/gi, (low, high) => ({ low, high })],
  [/\b(?:aged?|ages)(?: between| from)? (\d{2})(?: ?(?:to|–|-) ?| and )(\d{2})\b/gi, (low, high) => ({ low, high })],
];
const income =
  /\b(?:earn\w*|incomes?|mak(?:e|es|ing)|salar\w+|wages?)\b[^.?!\n]{0,30}?(less than|under|below|<|more than|over|above|>)\s*(?:CHF|USD|AUD|francs|\p{Sc})?\s*(\d[\d.,']*)\s*(k|thousand)?\b/giu;

/** Finds the groups that lie completely inside the ages or incomes that a question names: `under 40`, `earning more than 100,000`. */
export function readBrackets(text: string, tokens: readonly Token[], attributes: readonly Attribute[]): Segment[] {
  return attributes.flatMap((attribute) => {
    if (!('categories' in attribute)) return [];
    const mentioned = attribute.id === 'age' ? agesIn(text) : attribute.id === 'income' ? incomesIn(text) : [];
    const groups = mentioned.flatMap(({ low, high, from, to }) => {
      const ids = attribute.categories
        .map(({ id }) => id)
        .filter((id) => {
          const bracket = bracketOf(id);
          return bracket && low <= bracket.low && bracket.high <= high;
        });
      return ids.length > 0 ? [{ ids, mention: { ...spanOf(tokens, from, to), opposite: false } }] : [];
    });
    return groups.length > 0 ? [{ attribute: attribute.id, groups }] : [];
  });
}

function agesIn(text: string): Mentioned[] {
  return ages.flatMap(([pattern, bracket]) =>
    [...text.matchAll(pattern)].map(({ 0: words, 1: first, 2: second, index }) => ({
      ...bracket(Number(first), Number(second)),
      from: index,
      to: index + words.length,
    })),
  );
}

function incomesIn(text: string): Mentioned[] {
  return [...text.matchAll(income)].map(({ 0: words, 1: relation = '', 2: number = '', 3: thousands, index }) => {
    const size = Number(number.replace(/[',](?=\d{3})/g, '')) * (thousands ? 1_000 : 1);
    const isBelow = /less|under|below|</i.test(relation);
    return { low: isBelow ? 0 : size, high: isBelow ? size : Infinity, from: index, to: index + words.length };
  });
}

/** The bounds in the id of a category: `18_to_24`, `up_to_24`, `over_65`, `75_and_over`, `50k_to_100k`. */
function bracketOf(id: string): Bracket | undefined {
  const size = (digits = '', k = '') => Number(digits) * (k ? 1_000 : 1);
  const range = /^(\d+)(k?)_to_(\d+)(k?)$/.exec(id);
  if (range) return { low: size(range[1], range[2]), high: size(range[3], range[4]) };
  const below = /^(?:up_to|under)_(\d+)(k?)$/.exec(id);
  if (below) return { low: 0, high: size(below[1], below[2]) };
  const above = /^over_(\d+)(k?)$|^(\d+)(k?)_and_over$/.exec(id);
  return above ? { low: size(above[1] ?? above[3], above[2] ?? above[4]), high: Infinity } : undefined;
}
