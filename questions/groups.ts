import type { Attribute, WorkflowDefinition } from '../model/definition.js';
import {
  beforeGroup,
  denials,
  everyWords,
  giving,
  noDeniers,
  peopleNouns,
  relatives,
  sentenceEnds,
  stemmed,
} from './vocabulary.js';
import { TooComplexError, type DefinitionNames, type GroupList, type Mention } from './names.js';
import { readNumber } from './numbers.js';
import { contains, overlaps, type Question, type Span } from './question.js';
import type { ReadSegment } from './reading.js';

/** Groups of one attribute, and the tokens that name them. */
export interface NamedGroup {
  attribute: string;
  ids: string[];
  span: Span;
}

interface Found extends NamedGroup {
  isVague: boolean;
  isExcluded: boolean;
}

/** Each named group is compared with the others. */
const maxNamed = 500;

/** Finds the groups that a question names. */
export function groupsIn(
  question: Question,
  { population: { attributes } }: WorkflowDefinition,
  names: DefinitionNames,
  mentions: readonly Mention[][],
): NamedGroup[] {
  const brackets = attributes.flatMap((attribute) => bracketsOf(question, attribute));
  const inBrackets = new Set(brackets.map(({ attribute }) => attribute));
  const found = names.groups
    .filter(({ group }) => !inBrackets.has(group.attribute))
    .flatMap((one) => foundOf(question, one, mentions));
  if (found.length > maxNamed) throw new TooComplexError();
  // `voters who skipped the primary` are no voters of the primary.
  const isDenied = ({ attribute, ids: [id], span }: Found) =>
    id === 'yes' && found.some((one) => one.attribute === attribute && one.ids[0] === 'no' && contains(span, one.span));
  const affirmed = found.filter((one) => !isDenied(one));
  const clear = affirmed.filter((one) => !affirmed.some((other) => isBetter(question, other, one)));
  const attributesFound = [...new Set(clear.map(({ attribute }) => attribute))];
  const named = attributesFound.flatMap((attribute): NamedGroup[] => {
    const own = clear.filter((one) => one.attribute === attribute);
    const affirmed = own.filter(({ isExcluded }) => !isExcluded);
    if (affirmed.length > 0) return affirmed;
    const left = own[0]!.ids.filter((id) => own.every(({ ids }) => ids.includes(id)));
    return own.map((one) => ({ ...one, ids: left }));
  });
  return [...brackets, ...named].filter((one) => one.ids.length > 0 && !isOfCaller(question, one.span));
}

/** The groups as segments, one for each attribute. */
export function segmentsOf(question: Question, groups: readonly NamedGroup[]): ReadSegment[] {
  return [...new Set(groups.map(({ attribute }) => attribute))].map((attribute) => {
    const own = groups.filter((one) => one.attribute === attribute);
    return { attribute, values: [...new Set(own.flatMap(({ ids }) => ids))], words: question.words([own[0]!.span]) };
  });
}

/** `as a woman of 62, I wonder`. */
function isOfCaller(question: Question, span: Span): boolean {
  const [as, article] = question.stems({ from: span.from - 2, to: span.from });
  return (
    as === 'as' &&
    (article === 'a' || article === 'an') &&
    question.stems({ from: span.to, to: span.to + 16 }).includes('i')
  );
}

function foundOf(
  question: Question,
  { group, phrases, vague, adjectives, needed, attribute }: GroupList,
  mentions: readonly Mention[][],
): Found[] {
  if (!needed.every((list) => mentions[list]!.length > 0)) return [];
  const isNear = (mention: Mention) => mentions[attribute]!.some((name) => question.distance(mention, name) <= 2);
  // `our 25-year-olds` are not the oldest people.
  const isAge = ({ from }: Mention) => /(?:^|-)year\b/.test(question.stems({ from: from - 2, to: from + 1 }).join('-'));
  const sure = [...mentions[phrases]!, ...mentions[adjectives]!.filter((mention) => !isAge(mention))];
  const all = [
    ...sure.map((mention) => ({ mention, isVague: false })),
    ...mentions[vague]!.filter(isNear).map((mention) => ({ mention, isVague: true })),
  ];
  return all.map(({ mention, isVague }) => {
    const isExcluded = isExcludedGroup(question, mention, group.isProperty);
    return {
      attribute: group.attribute,
      ids: isExcluded ? group.others : [group.id],
      span: { from: mention.from, to: mention.to },
      isVague,
      isExcluded,
    };
  });
}

/** Longer names and clear names replace others at the same place. */
function isBetter(question: Question, other: Found, one: Found): boolean {
  if (other === one || !overlaps(other.span, one.span)) return false;
  const isSame = other.span.from === one.span.from && other.span.to === one.span.to;
  if (isSame) return other.isVague !== one.isVague && one.isVague;
  const isHead =
    other.attribute !== one.attribute &&
    other.span.to === one.span.to &&
    one.span.to - one.span.from === 1 &&
    peopleNouns.has(question.stem(one.span.from));
  if (contains(other.span, one.span)) return !isHead;
  return other.attribute === one.attribute && !contains(one.span, other.span) && other.span.from < one.span.from;
}
const exceptions = new Set(stemmed('except excluding unlike'));
const lacks = new Set(stemmed('no outside'));

/** `without small children`, `who do not visit parks`, `everyone except women`. */
function isExcludedGroup(question: Question, { from }: Span, isProperty: boolean): boolean {
  for (let at = from - 1; at >= 0 && from - at <= 6; at--) {
    const stem = question.stem(at);
    if (exceptions.has(stem)) return true;
    if (lacks.has(stem)) return isProperty;
    if (denials.has(stem))
      return (
        !noDeniers.has(question.stem(at + 1)) &&
        !(
          question.mode[at] === 'ask' &&
          !relatives.has(question.stem(at - 1)) &&
          /n['’]?t$/.test(question.tokens[at]!.word)
        )
      );
    if (!beforeGroup.has(stem)) return false;
  }
  return false;
}

const among = new Set(stemmed('among amongst only'));
const places = new Set(stemmed('in of from'));

/** Whether words name a group that the question asks about, and not an option: `how would tenants of towers feel`, not `everyone lives in a tower`. */
export function isAskedGroup(question: Question, span: Span): boolean {
  const { from, to } = span;
  const next = question.stem(to);
  if (peopleNouns.has(next) && !everyWords.has(next)) return true;
  if (next === 'onli' || relatives.has(question.stem(from - 1))) return true;
  if (everyWords.has(question.stem(from - 1)) && places.has(question.stem(from - 2))) return true;
  if (isInRelativeClause(question, from)) return true;
  let isHead = true;
  for (let at = from - 1; at >= 0 && from - at <= 8 && !sentenceEnds.has(question.stem(at)); at--) {
    const stem = question.stem(at);
    if (stem === ',') break;
    if (among.has(stem)) return true;
    if (peopleNouns.has(stem)) {
      const isAll =
        everyWords.has(stem) || everyWords.has(question.stem(at - 1)) || everyWords.has(question.stem(at - 2));
      const between = question.tokens
        .slice(at + 1, from)
        .map(({ stem: own, word }) => (word.endsWith('ing') ? '' : own));
      const hasVerb = between.some((one) =>
        ['live', 'dwell', 'resid', 'is', 'ar', 'were', 'wa', 'have', 'had'].includes(one),
      );
      return !isAll && between.length > 0 && hasVerb === between.some((one) => relatives.has(one));
    }
    if (giving.has(stem)) return false;
    // Adjectives of the group: `the high-rise towers`.
    if (beforeGroup.has(stem)) isHead = false;
    else if (!isHead || from - at > 2) break;
  }
  return false;
}

const about = new Set(stemmed('of for among amongst'));
const [those = ''] = stemmed('those');
const maxRelativeClause = 8;

/** `for the subscribers that we mail on weekdays`, `visitors who walk into the store`; not `voters who get the letter`. */
function isInRelativeClause(question: Question, from: number): boolean {
  let isGiven = false;
  for (let at = from - 1; at > 0 && from - at <= maxRelativeClause; at--) {
    const stem = question.stem(at);
    if (sentenceEnds.has(stem) || stem === ',' || stem === 'now') return false;
    if (giving.has(stem)) isGiven = true;
    const head = question.stem(at - 1);
    if (!(relatives.has(stem) || head === those) || everyWords.has(head)) continue;
    const before = question.stems({ from: at - 4, to: at - 1 });
    if (before.some((one) => about.has(one))) return true;
    return peopleNouns.has(head) && !isGiven && !before.some((one) => everyWords.has(one));
  }
  return false;
}

interface Bracket {
  low: number;
  high: number;
}

/** The bounds in the id of a category: `18_to_24`, `up_to_24`, `over_65`, `75_and_over`, `50k_to_100k`. */
function bracketOf(id: string): Bracket | undefined {
  const [first = NaN, second = NaN] = [...id.matchAll(/(\d+)(k?)/g)].map(
    ([, digits, k]) => Number(digits) * (k ? 1_000 : 1),
  );
  if (Number.isNaN(first)) return undefined;
  if (/^\d+k?_to_\d+k?$/.test(id)) return { low: first, high: second };
  if (/^(?:up_to|under)_/.test(id)) return { low: 0, high: first };
  return /^over_|_and_over$/.test(id) ? { low: first, high: Infinity } : undefined;
}

const below = /^(?:under|below|younger|less|fewer)$/;
const above = /^(?:over|above|older|more|past|exceeding)$/;
const orMore = /^(?:over|older|above|plus|up|more|beyond|upward|upwards)$/;
const orLess = /^(?:under|younger|below|less)$/;
const numberWords = 'zero one two three four five six seven eight nine ten'.split(' ');

/** `under 40`, `65 and over`, `25 to 39`, `earning more than 100,000`, `four or more sons`. */
function bracketsOf(question: Question, attribute: Attribute): NamedGroup[] {
  if (!('categories' in attribute)) return [];
  const isCount =
    attribute.type === 'ordinal' &&
    attribute.id !== 'age' &&
    attribute.categories.every(({ label }) => countOf(label) !== undefined);
  const groups = attribute.categories.flatMap(({ id, label }) => {
    const count = isCount ? countOf(label) : undefined;
    const bracket = count === undefined ? bracketOf(id) : { low: count, high: count };
    return bracket ? [{ id, ...bracket }] : [];
  });
  const isKnown = attribute.id === 'age' || attribute.id === 'income' || isCount;
  if (groups.length === 0 || !isKnown) return [];
  const [name = ''] = stemmed(attribute.label);
  const found: NamedGroup[] = [];
  for (let at = 0; at < question.tokens.length; at++) {
    const read = bracketAt(question, at);
    if (!read) continue;
    at = read.to - 1;
    const isMeant = isCount
      ? question.stem(read.to) === name ||
        question.stem(read.from - 1) === name ||
        question.stem(read.from - 2) === name
      : attribute.id === 'age'
        ? isAge(question, read, groups)
        : read.low >= 10_000 || (read.low === 0 && read.high >= 10_000);
    const ids = groups
      .filter(({ low, high }) => read.low <= low && (high <= read.high || low === read.high))
      .map(({ id }) => id);
    if (isMeant && ids.length > 0) found.push({ attribute: attribute.id, ids, span: { from: read.from, to: read.to } });
  }
  return found;
}

const countOf = (label: string): number | undefined => {
  const word = label.split(' ')[0]!.toLowerCase();
  const at = word === 'no' ? 0 : numberWords.indexOf(word);
  return /^\d+$/.test(word) ? Number(word) : at < 0 ? undefined : at;
};

function bracketAt(question: Question, from: number): (Bracket & Span) | undefined {
  const word = (at: number) => question.tokens[at]?.word ?? '';
  const skip = (at: number) => {
    let next = at;
    while (/^(?:than|to|the|age|of|chf|usd|aud|\$|ages|aged)$/.test(word(next)) && next < at + 4) next++;
    return next;
  };
  const numberAt = (at: number) => {
    const read = readNumber(question.tokens, at);
    if (!read) return undefined;
    const isThousand = word(read.to) === 'k' || word(read.to) === 'grand';
    return { value: isThousand ? read.value * 1_000 : read.value, to: isThousand ? read.to + 1 : read.to };
  };
  const isUpTo = (word(from) === 'up' && word(from + 1) === 'to') || (word(from) === 'at' && word(from + 1) === 'most');
  const isLeast = word(from) === 'at' && word(from + 1) === 'least';
  if (isUpTo || isLeast || below.test(word(from)) || above.test(word(from))) {
    const start = skip(from + (isLeast || isUpTo ? 2 : 1));
    const read = numberAt(start);
    if (!read) return undefined;
    const isOpen = isUpTo || isLeast;
    const exclusive = isOpen ? 0 : 1;
    return above.test(word(from)) || isLeast
      ? { low: read.value + (read.value < 20 ? exclusive : 0), high: Infinity, from, to: read.to }
      : { low: 0, high: read.value - exclusive, from, to: read.to };
  }
  const read = numberAt(from);
  if (!read) return undefined;
  let to = read.to;
  while (/^(?:years?|yrs?|of|age|old|year-olds?)$/.test(word(to)) && to < read.to + 4) to++;
  if (/^(?:and|or)$/.test(word(to)) && orMore.test(word(to + 1)))
    return { low: read.value, high: Infinity, from, to: to + 2 };
  if (/^(?:and|or)$/.test(word(to)) && orLess.test(word(to + 1))) return { low: 0, high: read.value, from, to: to + 2 };
  if (/^(?:\+|plus)$/.test(word(read.to)) && !/^\d/.test(word(read.to + 1)))
    return { low: read.value, high: Infinity, from, to: read.to + 1 };
  const isPair = /^(?:to|and|through|or|-|–)$/.test(word(read.to));
  const joined = question.text.slice(question.tokens[read.to - 1]?.to ?? 0, question.tokens[read.to]?.from ?? 0);
  const other = isPair ? numberAt(skip(read.to + 1)) : /^[-–]$/.test(joined) ? numberAt(read.to) : undefined;
  return other && other.value > read.value ? { low: read.value, high: other.value, from, to: other.to } : undefined;
}

const otherUnits =
  /^(?:%|percent|minut|hour|day|week|dollar|cent|franc|point|mile|km|mph|unit|of|out|time|x|thousand)$/;
const ageWords = new Set(
  stemmed(
    'aged age ages old olds older younger people women men voters adults folks commuters travelers seniors those year years over under crowd group bracket somebody anyone',
  ),
);

/** Ages have one or two digits, no other unit, and a word or a group that shows them. */
function isAge(question: Question, { from, to, low, high }: Bracket & Span, groups: readonly Bracket[]): boolean {
  const ends = [low, high].filter((one) => one > 0 && one < Infinity);
  if (
    ends.some((one) => one < 16 || one > 99) ||
    otherUnits.test(question.stem(to)) ||
    /^\p{Sc}$/u.test(question.stem(from - 1))
  )
    return false;
  if (question.stems({ from, to }).some((stem) => /^\p{Sc}|%/u.test(stem))) return false;
  const isGroup = groups.some(
    (own) => (own.low === low || own.low === low + 1) && (own.high === high || high === Infinity),
  );
  const near = question.stems({ from: from - 3, to: to + 4 });
  return (
    near.some((stem) => ageWords.has(stem)) &&
    (isGroup ||
      near.some((stem) =>
        [
          'age',
          'old',
          'year',
          'older',
          'younger',
          'ag',
          'over',
          'under',
          'peopl',
          'those',
          'voter',
          'women',
          'men',
          'commut',
        ].includes(stem),
      ))
  );
}
