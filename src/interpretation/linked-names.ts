import { overlaps } from './clauses.js';
import type { Mention, ReadQuestion } from './mentions.js';
import { determiners } from './negation-words.js';

const links = new Set(['and', 'or', 'nor', 'the', ',', 'both', 'either']);

/** The mentions that name a parameter, and those next to its amount: one for each list of its words. */
interface Linked {
  named: { mentions: readonly (readonly Mention[])[] };
  by: readonly (Mention | null)[];
}

/** Names linked by `and` share an amount (`the train and the bus`); linked by `or`, the amount is ambiguous. */
export function linkBetween(question: ReadQuestion, a: Linked, b: Linked): 'and' | 'or' | null {
  if (a.by.length !== b.by.length) return null;
  const lists = a.by.flatMap((mention, at) => (isSame(mention, b.by[at]) ? [] : [at]));
  const [list = 0] = lists;
  if (lists.length !== 1 || !a.by[list] || !b.by[list]) return null;
  const names = [...a.named.mentions, ...b.named.mentions].flat();
  // Another mention may be nearer: `road works add 20% to the time of cars and buses`.
  const others = a.named.mentions[list]!.filter((one) =>
    a.by.some((by, at) => at !== list && by !== null && !isAcross(question, one, by)),
  );
  for (const one of [a.by[list], ...others]) {
    const link = linkOf(question, [one, b.by[list]], names);
    if (link) return link;
  }
  return null;
}

const isAcross = (question: ReadQuestion, one: Mention, by: Mention): boolean =>
  question.isAcross(Math.min(one.from, by.from), Math.max(one.to, by.to));

const isSame = (one: Mention | null, other: Mention | null | undefined): boolean =>
  one === other || (one !== null && other !== null && other !== undefined && overlaps(one, other));

function linkOf({ tokens }: ReadQuestion, both: Mention[], names: readonly Mention[]): 'and' | 'or' | null {
  const [first, second] = both.sort((one, other) => one.from - other.from) as [Mention, Mention];
  // `electric cars and methanol cars` repeats the noun.
  const shared = [tokens[second.to - 1]!.stem, tokens[second.to]?.stem];
  const between = tokens
    .slice(first.to, second.from)
    .filter(
      ({ word }, at) => !isOwner(word) && !names.some(({ from, to }) => from <= first.to + at && first.to + at < to),
    )
    .map(({ stem }) => stem);
  if (!between.every((stem) => links.has(stem) || determiners.has(stem) || shared.includes(stem))) return null;
  if (between.includes('or')) return 'or';
  return between.includes('and') || between.includes('nor') ? 'and' : null;
}

/** `the village and a farmer's friends`. */
const isOwner = (word: string): boolean => /['’]s?$/.test(word);
