import type { Attribute } from '../engine/index.js';
import { agesIn, incomesIn, type Bracket } from './brackets.js';
import { spanOf } from './clauses.js';
import type { Segment } from './segments.js';
import type { Token } from './tokens.js';

/** Finds the groups that lie completely inside the ages or incomes that a question names: `under 40`, `earning more than 100,000`. */
export function readBrackets(text: string, tokens: readonly Token[], attributes: readonly Attribute[]): Segment[] {
  return attributes.flatMap((attribute) => {
    if (!('categories' in attribute)) return [];
    const brackets = attribute.categories.flatMap(({ id }) => {
      const bracket = bracketOf(id);
      return bracket ? [{ id, ...bracket }] : [];
    });
    const isGroup = ({ low, high }: Bracket) => brackets.some((own) => own.low === low && own.high === high);
    const mentioned = attribute.id === 'age' ? agesIn(text, isGroup) : attribute.id === 'income' ? incomesIn(text) : [];
    const groups = mentioned.flatMap(({ low, high, from, to }) => {
      const ids = brackets.filter((own) => low <= own.low && own.high <= high).map(({ id }) => id);
      return ids.length > 0 ? [{ ids, mention: { ...spanOf(tokens, from, to), opposite: false } }] : [];
    });
    return groups.length > 0 ? [{ attribute: attribute.id, groups }] : [];
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
