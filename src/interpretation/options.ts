// Linguistic data: words that users write. cspell:ignore nobody everybody anybody cancelled
import { isChoice, type Parameter } from '../engine/index.js';
import type { Named } from './candidates.js';
import { containsAny, overlaps } from './clauses.js';
import { stemmed } from './lexicon.js';
import { groupBy } from './lists.js';
import type { Mention, ReadQuestion, Span } from './mentions.js';
import { isNegated } from './negation.js';
import { isLeft } from './replaced-options.js';
import type { Token } from './tokens.js';
import type { NumericParameter } from './to-value.js';
import { phrasesOf, type Phrase } from './vocabulary.js';

export type ChoiceParameter = Extract<Parameter, { type: 'choice' }>;

/** A choice and the names of its options, or a number and the names of its values. */
export interface NamedChoice extends Named<Pick<Parameter, 'id' | 'words' | 'default'>> {
  options: readonly OptionNames[];
}

interface OptionNames {
  id: string | number;
  own: Phrase[];
  words: Phrase[][];
}

/** An option that a question names. */
export interface NamedOption {
  parameter: NamedChoice['parameter'];
  option: string | number;
  /** Tokens that name the option. */
  span: Mention;
  /** Mentions of the parameter, if its options need them. */
  by: Mention[];
  cost: number;
  negated: boolean;
}

const maxDistance = 12;
/** Labels that do not identify an option on their own. */
const generic = new Set(stemmed('none low medium high yes no other everybody nobody all'));

export const isChoiceParameter = (parameter: Parameter): parameter is ChoiceParameter => isChoice(parameter);

/**
 * Finds every named option. If several options match the same words, the longest match counts, then the nearest.
 *
 * @param groups words that name groups of people
 */
export function findOptions(
  question: ReadQuestion,
  choices: readonly NamedChoice[],
  groups: readonly Span[] = [],
): NamedOption[] {
  const found = choices.flatMap((named) =>
    named.options.flatMap((option) =>
      mentionsOf(question, option).flatMap((span) => namedOption(question, named, option.id, span) ?? []),
    ),
  );
  const clear = longestAndNearest(found);
  const isDenied = denials(question.tokens, [...clear.map(({ span }) => span), ...groups]);
  return clear.map((one) => ({ ...one, negated: isDenied(one.span) }));
}

function longestAndNearest(found: readonly NamedOption[]): NamedOption[] {
  // Words in a gap of a phrase can name an option of another parameter.
  const isInRun = containsAny(found.flatMap(({ span }) => span.runs ?? [span]));
  const isInOption = new Map(
    [...groupBy(found, ({ parameter }) => parameter)].map(([parameter, own]) => [
      parameter,
      containsAny(own.map(({ span }) => span)),
    ]),
  );
  const candidates = [...groupBy(found, ({ span }) => `${span.from} ${span.to}`).values()];
  const nearest = new Set(candidates.flatMap(nearestOf));
  return found.filter((one) => nearest.has(one) && !isInRun(one.span) && !isInOption.get(one.parameter)!(one.span));
}

/** Of options with the same words, those nearest to their parameter count, and of each parameter those with the most words in their phrase. */
function nearestOf(same: readonly NamedOption[]): NamedOption[] {
  const cost = Math.min(...same.map((one) => one.cost));
  const nearest = same.filter((one) => one.cost === cost);
  return [...groupBy(nearest, ({ parameter }) => parameter).values()].flatMap((own) => {
    const size = Math.max(...own.map(({ span }) => sizeOf(span)));
    return own.filter(({ span }) => sizeOf(span) === size);
  });
}

/** Words farther away deny nothing. */
const reach = 60;

/** Words of another option or of a group deny nothing: `from no match to 2:1`. */
function denials(tokens: readonly Token[], spans: readonly Span[]): (span: Mention) => boolean {
  /** For each token, the first end and the last begin of the spans that contain it. */
  const [firstEnd, lastBegin]: [number[], number[]] = [[], []];
  for (const { from, to } of spans) {
    for (let at = from; at < to; at++) {
      firstEnd[at] = Math.min(firstEnd[at] ?? to, to);
      lastBegin[at] = Math.max(lastBegin[at] ?? from, from);
    }
  }
  const known = new Map<string, boolean>();
  return (span) => {
    const { from, to } = span.runs?.at(-1) ?? span;
    const key = [span.from, span.to, from, to].join(' ');
    const denied =
      known.get(key) ?? isDenied(tokens, span, (at) => firstEnd[at]! <= span.from || lastBegin[at]! >= span.to);
    known.set(key, denied);
    return denied;
  };
}

function isDenied(tokens: readonly Token[], span: Mention, isOther: (at: number) => boolean): boolean {
  const start = Math.max(0, span.from - reach);
  const near = tokens
    .slice(start, span.to + reach)
    .map((token, offset) => (isOther(start + offset) ? { ...token, stem: '', word: '' } : token));
  return (
    isNegated(near, { from: span.from - start, to: span.to - start, kind: 'option', settled: true }) ||
    isLeft(tokens, span) ||
    isLeft(tokens, span.runs?.at(-1) ?? span)
  );
}

const sizeOf = ({ from, to, runs = [{ from, to }] }: Mention): number =>
  runs.reduce((sum, run) => sum + run.to - run.from, 0);

const hides = (outer: Span, inner: Span) => overlaps(outer, inner) && !contains(inner, outer);
const contains = (outer: Span, inner: Span) =>
  outer.from <= inner.from && inner.to <= outer.to && outer.to - outer.from > inner.to - inner.from;

export const optionNames = ({ options }: ChoiceParameter): OptionNames[] =>
  options.map(({ id, label, words = [] }) => ({ id, own: ownName(label), words: words.map(phrasesOf) }));

/** Names of values, such as `compact` for a size class. The other words of the parameter must be near. */
export function valueNames(parameter: NumericParameter): Omit<NamedChoice, 'mentions'>[] {
  const lists = (parameter.words ?? []).map(phrasesOf);
  const isValue = ({ value }: Phrase) => value !== undefined;
  const values = new Set(lists.flat().flatMap(({ value }) => value ?? []));
  const options = [...values].map((id) => ({
    id,
    own: lists.flat().filter(({ value }) => value === id),
    words: [],
  }));
  const naming = lists.filter((phrases) => !phrases.some(isValue));
  return options.length > 0 ? [{ parameter, naming, options }] : [];
}

/** Whether the span names a choice, or one of its options. */
export const namesChoice = (question: ReadQuestion, { mentions, options }: NamedChoice, span: Span): boolean =>
  mentions.every((list) => list.some((own) => overlaps(own, span))) ||
  options.some((option) => mentionsOf(question, option).some((own) => overlaps(own, span)));

function mentionsOf(question: ReadQuestion, { own, words: [first = [], ...others] }: OptionNames): Mention[] {
  const named = others.every((phrases) => question.find(phrases).length > 0);
  const found = question.find([...own, ...(named ? first : [])]);
  // `!insurer pays 25%` is not a coinsurance of 25%. A longer phrase of the option counts more.
  const excluded = found.filter(({ excludes }) => excludes);
  const spans = found.filter((span) => !span.excludes && !excluded.some((other) => hides(other, span)));
  return spans
    .sort((a, b) => Number(b.runs !== undefined) - Number(a.runs !== undefined) || sizeOf(b) - sizeOf(a))
    .filter((span, at) => spans.findIndex(({ from, to }) => from === span.from && to === span.to) === at);
}

/** The label without its prefix up to a colon (`All in: tower block`). A ratio such as `2 : 1` stays whole. */
function ownName(label: string): Phrase[] {
  const stems = stemmed(/^\D*:/.test(label) ? label.slice(label.indexOf(':') + 1) : label).filter(
    (stem) => !/^[“”"]$/.test(stem),
  );
  return stems.length === 0 || (stems.length === 1 && generic.has(stems[0]!)) ? [] : [{ stems, opposite: false }];
}

function namedOption(
  question: ReadQuestion,
  { parameter, mentions }: NamedChoice,
  option: NamedOption['option'],
  span: Mention,
): NamedOption | undefined {
  let cost = 0;
  const by: Mention[] = [];
  // A phrase with a gap is long enough to name its option alone, but several numbers can have the same value.
  const isAlone = span.runs !== undefined && typeof option === 'string';
  for (const list of parameter.words && !isAlone ? mentions : []) {
    const distances = list.map((mention) => question.distance(mention, span));
    const distance = Math.min(...distances);
    const near = list[distances.indexOf(distance)];
    if (!near) return undefined;
    cost += distance;
    // Several mentions can name the parameter at the same place: `claimed benefits`.
    const isSaid = (mention: Mention) =>
      question.distance(mention, near) === 0 && question.isInSameClause(mention, span);
    by.push(...list.filter(isSaid));
  }
  // `claimed benefits` in a longer phrase.
  if (span.runs) by.push(...mentions.flat().filter((mention) => question.distance(mention, span) === 0));
  return cost <= maxDistance * Math.max(1, mentions.length)
    ? { parameter, option, span, by, cost, negated: false }
    : undefined;
}
