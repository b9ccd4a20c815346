import type { Parameter } from '../engine/index.js';
import { sentencesOf } from './clauses.js';
import type { Interpretation, Interpreted, Range } from './findings.js';
import { movements, stemmed } from './lexicon.js';
import { stemsOf } from './tokens.js';

/** Text up to the next mark; a point or comma inside a number is no mark. */
const inside = (max: number) => `(?:[^.,;:?!\\n]|[.,](?=\\d)){1,${max}}`;
const named = new RegExp(
  `\\b(?:somewhere |anywhere |anything )?(?:(between)|from)\\s+(${inside(40)}?)\\s+(?:and|(?:(?:all the way|right|straight|clear) )?(?:(?<!(?:%|percent|per cent) )(?:up|down) )?to)\\s+(${inside(60)})`,
  'gi',
);
/** A number without a unit. */
const bareNumber =
  /^(?:[\d.,]+|zero|nothing|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|half|twice|double)$/i;
const aNumber =
  /\d|\b(?:zero|nothing|half|twice|double|triple|quarter|third|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|no|none|a (?:penny|nickel|dime|dollar|buck|franc))\b/i;
/** `none at all`, `no voucher whatsoever`. */
const noneAtAll = /^(?:none|nothing|nil|no \w+)(?: at all| whatsoever)?$/i;
/** `from asking five dollars to asking 250`. */
const leadingVerb = /^(?:asking|paying|charging|giving|offering|having) /i;
/** A question is read twice for each range, so their number and the text around them are limited. */
const maxRanges = 2;
const maxText = 600;
const maxWritten = 10;
const leadingNumber = /^(?:\p{Sc}?[\d.,]*\d|[a-z]+)/iu;
/** Words that ask for every value between the ends. `from 5 to 10` without them states a change. */
const wide =
  /\b(?:somewhere|anywhere|anything|in the range|over the range|range from|ranges|ranging|vary|varies|varied|varying|respond|responds|depend|depends|plot|chart|graph|curve|sweep|gradually|function|stretch|stretches|span|spans|spanning|trace|(?:every|each) (?:value|price|level|amount|share|fare|step)|(?:every|each|any) (?:\w+ ){1,4}(?:from|between)|steps?|runs? (?:from|the|it|this|all)|running from|scan|the line|along the way|all the way|(?:try|test|explore) (?:\w+ ){0,4}from|as (?:the|its|their|we|you|they|it|\w+'s)? ?[\w' -]{1,60}? (?:goes|go|climbs?|rises?|falls?|grows?|moves?|increases?|drops?|declines?|shrinks?|gets|get))\b/i;
/** Words of another sentence that ask for every value. */
const eachStep = /\b(?:at|for) (?:each|every) (?:step|value|level|point)\b|\bstep by step\b/i;
/** `10 to 30%`, `10–30%`, but not `from 10 to 30%`, which states a change. */
const dash = /(?<!from )(?<![\d.,\p{L}\p{Sc}])(\p{Sc}?\d[\d.,]*)(?: to | ?[–-] ?)(\p{Sc}?\d[\d.,]*[^,;:?!\n]{0,40})/giu;

interface Written {
  words: string;
  low: string;
  high: string;
  from: number;
  /** The text with the words of the range, without most of a long question. */
  text: string;
  /** `from 5 to 10` without words for every value. It is a range only if 5 is not today's value. */
  isOpen: boolean;
}

/** A range that a question asks about; `read` is null if its ends set no common parameter. */
export interface FoundRange {
  words: string;
  read: Range | null;
  /** Values that the sentences of both ends set. */
  shared: Interpreted[];
}

/**
 * Reads a range such as `between 10 and 30% lower`: each end takes the place of the range, and the same rules read both sentences. Both
 * ends must set the same numeric parameter. Both sentences share the other values.
 */
export function readRange(
  text: string,
  read: (variant: string) => Pick<Interpretation, 'interpreted'>,
  {
    parameters,
    interpreted,
  }: { parameters: readonly Pick<Parameter, 'id' | 'default'>[] } & Pick<Interpretation, 'interpreted'>,
): FoundRange | undefined {
  const written = rangesIn(text).slice(0, maxRanges);
  // A change from today's value, or by the ratio of both values: `a replacement rate from 45 to 30 percent`.
  const isChange = ({ parameter, ends: [low, high] }: Omit<Range, 'from'>) =>
    parameters.some((one) => one.id === parameter && one.default === low) ||
    interpreted.some((one) => one.parameter === parameter && one.value !== high);
  for (const range of written) {
    const { ends, shared } = endsOf(range, read);
    const [only] = ends;
    if (ends.length !== 1 || !only || (range.isOpen && isChange(only))) continue;
    return { words: range.words, read: { ...only, from: range.words }, shared };
  }
  const [unread] = written.filter(
    ({ words, isOpen }) => !isOpen && /^(?:between|somewhere|anywhere|anything|from)\b/i.test(words),
  );
  return unread && { words: unread.words, read: null, shared: [] };
}

function rangesIn(text: string): Written[] {
  return sentencesOf(text).flatMap((sentence) => {
    const isWide = wide.test(sentence.text) || eachStep.test(text);
    return [
      ...[...sentence.text.matchAll(named)]
        .map(({ 0: words, 1: between, 2: low = '', 3: high = '', index }) => ({
          words,
          low,
          high,
          index,
          isOpen: between === undefined && !isWide,
        }))
        .filter(({ isOpen, low, index }) => {
          // `the payoff from cooperation rises from 32 to 48`.
          const [between = ''] = /^.*\bfrom\b/is.exec(low) ?? [];
          return !isOpen || !statesChange(`${sentence.text.slice(0, index)} ${between}`);
        }),
      ...[...sentence.text.matchAll(dash)].map(({ 0: words, 1: low = '', 2: high = '', index }) => ({
        words,
        low,
        high,
        index,
        isOpen: false,
      })),
    ]
      .slice(0, maxWritten)
      .map(({ index, ...one }) => ({ ...one, ...around(text, sentence.from + index) }))
      .flatMap((one) => (aNumber.test(one.low) && aNumber.test(one.high) ? withoutRest(one) : []));
  });
}

/** `fares rise from 5 to 10` states a change; `let fares go from 5 to 10` does not. */
const statesChange = (before: string): boolean =>
  !varying.test(before) && stemsOf(before).some((stem) => movements.has(stem) || changing.has(stem));
const varying = /^\W*(?:please )?(?:let|take)\b/i;
const changing = new Set(
  stemmed('go goes went gone move moved change changed switch switched bring brought take took shift shifted'),
);

/** A question is read again for each end, so only the text around the range of a long question is. */
function around(text: string, index: number): { text: string; from: number } {
  if (text.length <= maxText) return { text, from: index };
  const start = Math.max(0, index - maxText / 2);
  return { text: text.slice(start, index + maxText / 2), from: index - start };
}

/** Leaves the next statement out: `from 0 to $3 and plot the share`. */
function withoutRest(range: Written): Written {
  const { words, high } = range;
  const [own = ''] = high.split(/\s+(?:and (?!a (?:half|quarter))|or |but |so |then |while )/);
  return { ...range, words: words.slice(0, words.length - high.length + own.length).trim(), high: own.trim() };
}

function endsOf(
  { words, low, high, from, text }: Written,
  read: (variant: string) => Pick<Interpretation, 'interpreted'>,
) {
  const rest = high.replace(leadingNumber, '');
  // `from half to three times its strength`.
  const unit = /^half$/i.test(low) ? rest.replace(/^ times\b/i, '') : rest;
  const percent = /(?:%|percent|per cent)$/i.exec(low) ? /^ ?(?:%|percent|per cent)(.*)$/is.exec(rest)?.[1] : undefined;
  const own = noneAtAll.test(low) ? 'zero' : low.replace(leadingVerb, '');
  const lowText = own + (bareNumber.test(own) ? unit : (percent ?? ''));
  const before = text.slice(0, from);
  // `by between 10 and 30%` is a change, `between 10 and 30%` a value.
  const isChange = /\bby\s+$/i.test(before) || !/^(?:between|from|somewhere|anywhere|anything)\b/i.test(words);
  const after = text.slice(from + words.length);
  const [first = [], second = []] = [lowText, high].map((end) =>
    ['at ', '']
      .slice(isChange ? 1 : 0)
      .map((link) => read(`${before}${link}${end.trim()}${after}`).interpreted)
      .find((values) => values.some(({ value }) => typeof value === 'number')),
  );
  const both = first.flatMap((one) => {
    const other = second.find(({ parameter }) => parameter === one.parameter);
    return other ? [{ one, other }] : [];
  });
  return {
    ends: both.flatMap(({ one: { parameter, value }, other }) =>
      typeof value === 'number' && typeof other.value === 'number' && value !== other.value
        ? [{ parameter, ends: [value, other.value] as [number, number] }]
        : [],
    ),
    shared: both.flatMap(({ one, other }) => (one.value === other.value ? [one] : [])),
  };
}
