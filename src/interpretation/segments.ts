import { overlaps } from './clauses.js';
import type { GroupNames } from './group-names.js';
import { isExcludedGroup } from './excluded-groups.js';
import { fillers, sentenceEnds, stemmed } from './lexicon.js';
import { groupBy } from './lists.js';
import { mentionsBetween, type Mention, type ReadQuestion, type Span } from './mentions.js';
import { isPerson, relatives } from './people.js';

/** A segment that a question asks about, as groups of the summary. */
export interface Segment {
  attribute: string;
  groups: NamedGroups[];
}

/** Words of a question and the groups that they name. */
export interface NamedGroups {
  ids: readonly string[];
  mention: Mention;
}

interface Found extends NamedGroups {
  group: GroupNames;
  isVague: boolean;
  isExcluded: boolean;
  /** The words are one noun for people. */
  isHeadNoun: boolean;
}

const years = new Set(stemmed('years yr yrs'));
const links = new Set(['and', 'or', ',', 'to', '+']);
const functionWords = new Set([
  ...fillers,
  ...relatives,
  ...stemmed(
    'and or but do does did would will can could in from than then if when how what still also get vote give pay say choose take',
  ),
]);
const maxDistanceToAttribute = 2;
const maxDistanceInList = 3;

/** Finds the groups that a question names, by attribute. */
export function findSegments(question: ReadQuestion, names: readonly GroupNames[]): Segment[] {
  const found = names.flatMap((group) => mentionsOf(question, group));
  const all = distinctAt(found);
  const byAttribute = groupBy(found, ({ group }) => group.attribute);
  const own = new Map([...byAttribute].map(([attribute, names]) => [attribute, distinctAt(names)]));
  const othersOf = ({ group, mention: { from } }: Found) => [...all[from]!, ...own.get(group.attribute)![from]!];
  const clear = found.filter((one) => !othersOf(one).some((other) => isBetter(other, one)));
  return [...groupBy(clear, ({ group }) => group.attribute)].map(([attribute, named]) => {
    const affirmed = named.filter(({ isExcluded }) => !isExcluded);
    if (affirmed.length > 0) return { attribute, groups: affirmed };
    // `business travelers, not commuters` names one group, and `neither positive nor negative` the third one.
    const [first = [], ...others] = [...new Set(named.map(({ ids }) => ids))].map((ids) => new Set(ids));
    const left = [...first].filter((id) => others.every((ids) => ids.has(id)));
    return { attribute, groups: named.map((one) => ({ ...one, ids: left })) };
  });
}

/** For each token, one name of a group for each of the spans that contain it. */
function distinctAt(found: readonly Found[]): Found[][] {
  const at: Found[][] = [];
  const distinct = groupBy(found, ({ mention, isVague }) => [mention.from, mention.to, isVague].join(' '));
  for (const [one] of distinct.values())
    for (let token = one!.mention.from; token < one!.mention.to; token++) (at[token] ??= []).push(one!);
  return at;
}

export const valuesOf = ({ groups }: Segment): string[] => [...new Set(groups.flatMap(({ ids }) => ids))];
export const mentionsIn = ({ groups }: Segment): Mention[] => groups.map(({ mention }) => mention);

function mentionsOf(question: ReadQuestion, group: GroupNames): Found[] {
  if (!group.needed.every((phrases) => question.find(phrases).length > 0)) return [];
  const { tokens } = question;
  const find = (phrases: GroupNames['phrases']) =>
    question.find(phrases).filter((mention) => !isAskedOf(question, mention));
  const vague = find(group.vague);
  const names = vague.length > 0 ? question.find([group.attributePhrase]) : [];
  const namesNear = ({ from, to }: Mention) => mentionsBetween(names, from - maxDistanceInList, to + maxDistanceInList);
  const isNear = (mention: Mention) =>
    namesNear(mention).some((name) => question.distance(mention, name) < maxDistanceToAttribute);
  // `fair or poor health`.
  const isListed = (mention: Mention) =>
    namesNear(mention).some((name) => isList(question, { from: mention.to, to: name.from }, maxDistanceInList));
  const sure = [
    ...find(group.phrases),
    ...find(group.adjectives).filter((mention) => describesPeople(question, mention)),
  ];
  return [
    ...sure.map((mention) => ({ mention, isVague: false })),
    ...vague.filter((one) => isNear(one) || isListed(one)).map((mention) => ({ mention, isVague: true })),
  ].map(({ mention, isVague }) => {
    const isExcluded = isExcludedGroup(tokens, mention, group.isProperty);
    const isHeadNoun = mention.to - mention.from === 1 && isPerson(tokens[mention.from]);
    return { group, mention, isVague, isExcluded, isHeadNoun, ids: isExcluded ? group.others : [group.id] };
  });
}

const pronoun = /^(?:they|he|she|you|i|we)(?:['’]|$)/;
const [whether = ''] = stemmed('whether');
const maxDistanceToWhether = 5;

/** `learn whether they are positive` names no group. */
function isAskedOf({ tokens }: ReadQuestion, { from }: Mention): boolean {
  for (let at = from - 1; at >= Math.max(1, from - maxDistanceToWhether) && !sentenceEnds.has(tokens[at]!.stem); at--)
    if (tokens[at - 1]!.stem === whether && pronoun.test(tokens[at]!.word)) return true;
  return false;
}

/** Whether only one other word and a link are between two words: `fair or poor health`. */
function isList({ tokens }: ReadQuestion, { from, to }: Span, most: number): boolean {
  return to > from && to - from <= most && links.has(tokens[from]!.stem);
}

/** `older women` and `the old`, but not `30 year olds` or `the old fare`. */
function describesPeople({ tokens }: ReadQuestion, { from, to }: Mention): boolean {
  if (years.has(tokens[from - 1]?.stem ?? '')) return false;
  const next = tokens[to]?.stem ?? '.';
  return !/^\p{L}/u.test(next) || isPerson(tokens[to]) || functionWords.has(next);
}

/** Whether words name a group in place of shorter words at the same place: `outside the cities`. */
function isBetter(other: Found, { group, mention, isVague, isHeadNoun }: Found): boolean {
  // `single men` names a second group.
  const isHead = other.group.attribute !== group.attribute && other.mention.to === mention.to && isHeadNoun;
  if ((contains(other.mention, mention) && !isHead) || (other.isVague && !isVague && same(other.mention, mention)))
    return true;
  if (other.group.attribute !== group.attribute || !overlaps(other.mention, mention)) return false;
  // `several pieces` of `several pieces of luggage`.
  return other.mention.from < mention.from;
}

const same = (a: Mention, b: Mention) => a.from === b.from && a.to === b.to;
const contains = (outer: Mention, inner: Mention) =>
  outer.from <= inner.from && inner.to <= outer.to && !same(outer, inner);
