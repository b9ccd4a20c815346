// Linguistic data: words that users write.
import { periodsOf, type WorkflowDefinition } from '../model/definition.js';
import type { Amount } from './amounts.js';
import { doubtOf, type Doubt, type Finding } from './links.js';
import { overlaps, type Question, type Span } from './question.js';
import { stemmed } from './vocabulary.js';

/** Periods that the words of a question name: `for the first two purchases`, `from the third purchase on`. */
export interface NamedPeriods {
  span: Span;
  /** The first and the last period. Undefined for an end that the words leave open. */
  first: number | undefined;
  last: number | undefined;
  /** Whether the words say when something applies, and do not only mention the periods. */
  isStated: boolean;
  /** Whether the periods are not one after another, as in `the second and the fifth purchase`. */
  hasGap: boolean;
}

type Periods = NonNullable<ReturnType<typeof periodsOf>>;

/** The periods of a choice, if a scenario can apply in some of them only. */
export function limitedPeriods(definition: WorkflowDefinition): Periods | undefined {
  const periods = periodsOf(definition);
  return periods?.from === undefined && periods?.until === undefined ? undefined : periods;
}

const numbers = stemmed(
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
);
const ordinals = stemmed(
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth',
);
const oneOf = (words: readonly string[]) => `(?:${words.join('|')})`;
const cardinal = oneOf([String.raw`\d+`, ...numbers]);
const ordinal = oneOf([String.raw`\d+ (?:st|nd|rd|th)`, ...ordinals]);
const separators = stemmed(
  'of and or to from until till through with for on in at by if when the a during over only just',
);

/** Value of a number or an ordinal. */
function valueOf(words: string): number {
  const [digits] = /\d+/.exec(words) ?? [];
  return digits ? Number(digits) : 1 + Math.max(numbers.indexOf(words), ordinals.indexOf(words));
}

const unitOf = ({ unit }: Periods) => oneOf([...new Set(stemmed(`${unit} period`))]);

/** Whether listed periods are not one after another: `the second and the fifth purchase`. `1 to 4` is a range. */
function hasGap(words: string): boolean {
  const listed = Array.from(words.matchAll(new RegExp(`(?<![^ ])(?:${ordinal}|${cardinal})(?![^ ])`, 'g')), ([one]) =>
    valueOf(one),
  );
  return / and /.test(words) && listed.some((value, at) => at > 0 && value !== listed[at - 1]! + 1);
}

/** What the groups of a pattern mean. `n` is the number of periods of the workflow. */
interface Form {
  pattern: string;
  /** Values of the named groups `a` and `b`; undefined for a group that is missing. */
  read: (
    a: number | undefined,
    b: number | undefined,
    n: number,
  ) => [first: number | undefined, last: number | undefined];
  /** The words before the periods say that something applies in them. Otherwise, words such as `for` before the pattern must. */
  isStated?: boolean;
  isOfLast?: boolean;
  /** Whether the periods are listed: those between the first and the last must be listed too. */
  isList?: boolean;
  /** Without the unit, which other words of the question name. */
  isShort?: boolean;
}

const middle: Form['read'] = (a, _, n) => [Math.floor((n - a!) / 2) + 1, Math.floor((n + a!) / 2)];

/** Forms of periods over stems that are separated by one space. The first form that fits some words counts. */
function formsOf(periods: Periods): Form[] {
  const unit = unitOf(periods);
  // `two ketchup purchases`.
  const units = `(?:(?!${oneOf(separators)} )[a-z']+ )?${unit}`;
  const the = '(?:the )?';
  const at = (name: string) =>
    `${the}(?:(?<${name}o>${ordinal})(?: ${units})?|${unit}(?: number| no)? (?<${name}n>${cardinal}))`;
  const surelyAt = (name: string) =>
    `${the}(?:(?<${name}o>${ordinal}) ${units}|${unit}(?: number| no)? (?<${name}n>${cardinal}))`;
  const end = `(?:${at('b')}|(?<bc>${cardinal})(?: ${units})?)`;
  const others = `(?: , ${the}(?:${ordinal}|${cardinal})(?: ${units})?)*(?: ,)?`;
  const ending = '(?= [.,?!;)]|$)';
  const until = '(?:until|till|through|thru|up to|to)';
  return [
    { pattern: `between ${at('a')} and ${end}`, read: (a, b) => [a, b], isStated: true },
    { pattern: `${at('a')} (?:${until}|-|–) ${end}`, read: (a, b) => [a, b] },
    { pattern: `${at('a')}${others} and ${end}`, read: (a, b) => [a, b], isList: true },
    {
      pattern: `${the}(?:first|next|initi) (?<an>${cardinal}) of ${the}(?:all )?(?:${cardinal} )?${units}`,
      read: (a) => [1, a],
    },
    { pattern: `${the}(?:first|next|initi) (?<an>${cardinal}) ${units}`, read: (a) => [1, a] },
    { pattern: `${the}(?:last|final) (?<an>${cardinal}) ${units}`, read: (a, _, n) => [n - a! + 1, n] },
    { pattern: `${the}middl (?<an>${cardinal}) ${units}`, read: middle },
    { pattern: `${the}first half of ${the}(?:${cardinal} )?${units}`, read: (_, __, n) => [1, Math.floor(n / 2)] },
    { pattern: `${the}second half of ${the}(?:${cardinal} )?${units}`, read: (_, __, n) => [Math.floor(n / 2) + 1, n] },
    {
      pattern: `(?:from|start(?: with| from| at| in| on)?|begin(?: with| from| at| in| on)?|sinc|as of) ${surelyAt('a')}(?: (?:on|onward|forward)\\b)?`,
      read: (a) => [a, undefined],
      isStated: true,
    },
    {
      pattern: `${surelyAt('a')} (?:onward|and (?:later|after|beyond)|or later)`,
      read: (a) => [a, undefined],
      isStated: true,
    },
    {
      pattern: `(?:until|till|through|thru|up to) (?:and includ )?(?:the end of )?${surelyAt('a')}`,
      read: (a) => [undefined, a],
      isStated: true,
    },
    { pattern: `befor ${surelyAt('a')}`, read: (a) => [undefined, a! - 1], isStated: true },
    {
      pattern: `(?:end|stop|expir|finish|over) (?:after|with|at|in|on) ${surelyAt('a')}`,
      read: (a) => [undefined, a],
      isStated: true,
    },
    { pattern: `after ${surelyAt('a')}`, read: (a) => [a! + 1, undefined], isStated: true },
    { pattern: `for (?:onli |just )?(?<an>${cardinal}) ${units}`, read: (a) => [1, a], isStated: true },
    { pattern: `${the}(?:next|initi) ${units}`, read: () => [1, 1] },
    { pattern: `${the}final ${units}`, read: (_, __, n) => [n, n] },
    { pattern: `${the}last ${units}`, read: (_, __, n) => [n, n], isOfLast: true },
    { pattern: surelyAt('a'), read: (a) => [a, a] },
    { pattern: `(?:all|everi|each)(?: of)?(?: the)?(?: ${cardinal})? ${units}`, read: () => [undefined, undefined] },
    // `in the first two purchases or in the last two`.
    { pattern: `${the}(?:first|next) (?<an>${cardinal})${ending}`, read: (a) => [1, a], isShort: true },
    { pattern: `${the}last (?<an>${cardinal})${ending}`, read: (a, _, n) => [n - a! + 1, n], isShort: true },
    { pattern: `${the}middl (?<an>${cardinal})${ending}`, read: middle, isShort: true },
    // `on purchases 1 and 2, or late, on 7 and 8`.
    {
      pattern: `(?<=(?:^| )(?:on|in) )(?<an>${cardinal}) (?:${until}|-|–|and) (?<bc>${cardinal})${ending}`,
      read: (a, b) => [a, b],
      isShort: true,
      isList: true,
    },
  ];
}

/** Words before periods in which something applies: `for`, `limited to`, `only in`. */
const statingWords = new Set(stemmed('for on in at during over across from only just to'));
const onlyWords = new Set(stemmed('only just alone'));
/** Words before periods in which a result is asked for: `the share in the third purchase`, `by the fourth purchase`. */
const resultWords = new Set(
  stemmed(
    'share sales demand effect lift gain persist fade remain linger recover still there left gone result look happen',
  ),
);
const byWord = 'by';
const resultDistance = 3;

/** Finds the periods that a question names. */
export function periodsIn(question: Question, periods: Periods): NamedPeriods[] {
  const { text, starts } = stemText(question);
  const found: NamedPeriods[] = [];
  const isUnit = new RegExp(`(?:^| )${unitOf(periods)}(?: |$)`);
  for (const { pattern, read, isStated, isOfLast, isShort, isList } of formsOf(periods)) {
    if (isShort && found.length === 0) continue;
    for (const match of text.matchAll(new RegExp(`(?<![^ ])${pattern}(?![^ ])`, 'g'))) {
      const span = { from: tokenAt(starts, match.index), to: tokenAt(starts, match.index + match[0].length - 1) + 1 };
      if (found.some((one) => overlaps(one.span, span))) continue;
      if (!isShort && !isUnit.test(match[0])) continue;
      // `the first purchase with the change` is the name of a parameter.
      if (question.stems({ from: span.to, to: span.to + 3 }).join(' ') === stemmed('with the change').join(' '))
        continue;
      const groups = match.groups ?? {};
      const group = (name: string) => {
        const words = groups[`${name}o`] ?? groups[`${name}n`] ?? groups[`${name}c`];
        return words === undefined ? undefined : valueOf(words);
      };
      const [first, last] = read(group('a'), group('b'), periods.number);
      const before = question.stem(span.from - 1);
      const isOnly = [span.from - 2, span.from - 1, span.to].some((at) => onlyWords.has(question.stem(at)));
      // `The last purchase` is also the one before the first period.
      if (isOfLast && !isOnly) continue;
      found.push({
        ...{ span, first, last },
        isStated: (isStated ?? false) || isOnly || statingWords.has(before),
        hasGap: isList === true && hasGap(match[0]),
      });
    }
  }
  return found;
}

/**
 * The first and the last period of a scenario, from the words that state them. Words that ask for a result in a period set nothing.
 *
 * @param amounts amounts of the question. Undefined if they are in words that do not count
 */
export function readPeriods(
  question: Question,
  named: readonly NamedPeriods[],
  amounts: readonly Amount[] | undefined,
  periods: Periods,
): { found: Finding[]; doubts: Doubt[] } {
  const { from, until, number } = periods;
  const parameters = [from, until].filter((id) => id !== undefined);
  const found: Finding[] = [];
  const doubts: Doubt[] = [];
  for (const { span, first, last, isStated, hasGap } of named) {
    if (!isStated || isOfResult(question, span, amounts)) continue;
    const bounds = [
      { id: from, value: first },
      { id: until, value: last },
    ].filter(({ value }) => value !== undefined);
    const isOutside = bounds.some(({ value }) => value! < 1 || value! > number);
    const isReversed = first !== undefined && last !== undefined && first > last;
    const candidateOf = (values: readonly (number | undefined)[]) =>
      Object.fromEntries(
        [from, until].flatMap((id, k) => {
          const value = values[k];
          return id === undefined || value === undefined ? [] : [[id, Math.min(number, Math.max(1, value))]];
        }),
      );
    if (isOutside) doubts.push(doubtOf('out_of_bounds', [span], parameters, [candidateOf([first, last])]));
    else if (isReversed) doubts.push(doubtOf('ambiguous', [span], parameters, [candidateOf([last, first])]));
    else if (hasGap || bounds.some(({ id }) => id === undefined))
      doubts.push(doubtOf(hasGap ? 'ambiguous' : 'no_parameter', [span], parameters));
    else
      for (const { id, value } of bounds)
        found.push({ parameter: id!, value: value!, spans: [span], isOption: false, isPeriod: true });
  }
  return { found, doubts };
}

/** Whether the words ask for the result in some periods: in a clause that asks and changes nothing, or after a word for a result. */
function isOfResult(question: Question, span: Span, amounts: readonly Amount[] | undefined): boolean {
  const before = question.stems({ from: span.from - resultDistance, to: span.from });
  if (before.at(-1) === byWord || before.some((stem) => resultWords.has(stem))) return true;
  // The change is in the words that ask, too: `would a fare cut of 10% in the first period help?`
  const isOfChange = (amount: Amount) =>
    question.isInClause(amount, span) ||
    (question.mode[amount.from] === 'ask' &&
      question.sentence[amount.from] === question.sentence[span.from] &&
      amount.to <= span.from);
  return question.mode[span.from] === 'ask' && amounts?.some(isOfChange) === false;
}

/** The stems of a question with one space between them, and the character at which each token starts. A dash between numbers is a stem. */
function stemText({ text, tokens }: Question): { text: string; starts: number[] } {
  const starts: number[] = [];
  let all = '';
  tokens.forEach(({ stem, from }, at) => {
    const gap = at > 0 ? text.slice(tokens[at - 1]!.to, from) : '';
    if (/^\s*[-−]\s*$/.test(gap) && /\d$/.test(all)) all += ' -';
    if (all) all += ' ';
    starts.push(all.length);
    all += stem;
  });
  return { text: all, starts };
}

/** The token at a character. */
const tokenAt = (starts: readonly number[], at: number): number => starts.findLastIndex((start) => start <= at);
