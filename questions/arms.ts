import {
  adjectives,
  betterWords,
  everyWords,
  movements,
  presentWords,
  sentenceEnds,
  stemmed,
  today,
} from './vocabulary.js';
import { readNumber } from './numbers.js';
import { hullOf, overlaps, type Question, type Span } from './question.js';
import type { Values } from './reading.js';
import { readScenario, settled, type Context, type Scenario } from './scenario.js';

interface ReadArm {
  values: Values;
  span: Span;
}

/** Compared scenarios, and the values that all of them share; `unread` if only one side could be read. */
export interface Sides {
  arms: ReadArm[];
  /** The values of the arms, with their words. */
  found: Scenario['found'];
  shared: Set<string>;
  isRead: boolean;
}

const maxPivots = 4;
const maxListed = 12;
const valuesOf = (all: Scenario['found']): Values =>
  Object.fromEntries(all.map(({ parameter, value }) => [parameter, value]));
const pivots = new Set(stemmed('or versus vs against than rather beat beats'));
const compares = new Set([
  'compare',
  'compares',
  'compared',
  'comparing',
  'comparison',
  'difference',
  'differ',
  'contrast',
]);

/** Reads the two sides of a comparison one by one, so that the words of one do not change the other: `a fare cut of 30% or twice as many trains`. */
export function sidesIn(question: Question, base: Scenario, context: Context): Sides | undefined {
  const options = optionSides(question, base);
  let tried = 0;
  for (const [at, { stem }] of question.tokens.entries()) {
    const sentence = question.sentences[question.sentence[at]!]!;
    const earlier = question.sentences[question.sentence[at]! - 1];
    const isColon = earlier !== undefined && question.stem(earlier.to - 1) === ':';
    const stems = question.stems(isColon ? { from: earlier.from, to: sentence.to } : sentence);
    const words = question.tokens.slice(isColon ? earlier.from : sentence.from, sentence.to).map(({ word }) => word);
    // `how many pay 30 dollars, and how many 60`.
    const isRepeated = stem === 'and' && question.stem(at + 1) === 'how' && question.mode[at + 1] === 'ask';
    const isPivot =
      pivots.has(stem) ||
      isRepeated ||
      (['and', 'with', 'to'].includes(stem) && words.some((one) => compares.has(one)));
    if (
      !isPivot ||
      question.stem(at + 1) === 'than' ||
      (stem === 'than' && question.stem(at - 1) !== 'rather' && !stems.some((one) => betterWords.has(one)))
    )
      continue;
    // `nobody has less than a medium say`.
    const isBound = stem === 'than' && ['more', 'less', 'fewer'].includes(question.stem(at - 1));
    if (
      isBound &&
      question.mode[at] !== 'ask' &&
      !['when', 'if', 'with', 'under', 'after', 'no'].includes(question.stem(at + 1))
    )
      continue;
    if (
      stem === 'than' &&
      (today.has(question.stem(at + 1)) || presentWords.has(question.stem(at + 2)) || /^\d/.test(question.stem(at + 1)))
    )
      continue;
    const left = { from: sentence.from, to: at };
    const right = { from: at, to: sentence.to };
    const isIn = (span: Span, spans: readonly Span[]) => spans.some((one) => overlaps(one, span));
    const has = (side: Span) =>
      base.amounts.some((one) => one.kind !== 'whole' && overlaps(one, side)) ||
      [...base.found, ...base.doubts].some((one) => isIn(side, one.spans.slice(0, 1))) ||
      base.periods.some(({ span, isStated }) => isStated && overlaps(span, side));
    if (!has(left) || !has(right)) continue;
    if (++tried > maxPivots) return options;
    const a = settled(readScenario(question, context, { hidden: right }));
    const b = settled(readScenario(question, context, { muted: left }));
    const own = (read: Scenario, side: Span) => read.found.filter(({ spans }) => overlaps(spans[0]!, side));
    const [first, second] = [own(a, left), own(b, right)];
    if (first.length === 0 && second.length === 0) continue;
    const [x, y] = [valuesOf(first), valuesOf(second)];
    if (first.length === 0 || second.length === 0) {
      return options ?? { arms: [], found: [], shared: new Set(), isRead: false };
    }
    if (stem === 'rather' || (stem === 'than' && question.stem(at - 1) === 'rather')) continue;
    // `15% at random or the best known`: the second scenario changes the first one.
    const isWhole = base.amounts.some((one) => one.kind === 'whole' && overlaps(one, right));
    const isChange = !isWhole && Object.keys(x).some((id) => Object.hasOwn(y, id));
    // `10% cheaper in the first two purchases or in the last two`: the periods of one scenario apply to the change of the other.
    const changesOf = (read: Scenario['found']) => valuesOf(read.filter(({ isPeriod }) => !isPeriod));
    const isWindow = [first, second].map((read) => read.every(({ isPeriod }) => isPeriod));
    const listed = isWindow.includes(true) || isChange ? [first] : listedIn(question, first);
    const each = listed.length > 1 ? listed.map((one) => ({ values: valuesOf(one), span: hullOf(one[0]!.spans) })) : [];
    const arms = [
      ...each,
      { values: isWindow[0] ? { ...changesOf(second), ...x } : x, span: left },
      { values: isWindow[1] ? { ...changesOf(first), ...y } : isChange ? { ...x, ...y } : y, span: right },
    ].filter((_, at) => each.length === 0 || at !== each.length);
    const found = [...first, ...second];
    return { arms, found, shared: new Set([...Object.keys(x), ...Object.keys(y)]), isRead: true };
  }
  return options;
}

/** The values of a side, one by one if only commas separate them: `A, B or C` compares three. */
function listedIn(question: Question, found: Scenario['found']): Scenario['found'][] {
  const sorted = [...found].sort((a, b) => a.spans[0]!.from - b.spans[0]!.from);
  const isListed = sorted.every(({ spans: [span] }, at) => {
    const before = sorted[at - 1]?.spans[0];
    if (!before) return true;
    const between = question.stems({ from: before.to, to: span!.from });
    return before.to <= span!.from && between.includes(',') && !between.includes('and');
  });
  return isListed ? sorted.map((one) => [one]) : [found];
}

/** Two or more options of a choice, with a word of comparison: `free care or 25% coinsurance`. */
function optionSides(question: Question, { doubts }: Scenario): Sides | undefined {
  const doubt = doubts.find(({ reason, candidates }) => reason === 'two_values' && candidates.length > 1);
  if (!doubt) return undefined;
  const from = Math.min(...doubt.spans.map((span) => span.to));
  const to = Math.max(...doubt.spans.map((span) => span.from));
  const between = question.stems({ from: Math.min(from, to), to: Math.max(from, to) });
  const isCompared =
    between.some(
      (stem, at) =>
        pivots.has(stem) && (!['more', 'less'].includes(between[at - 1] ?? '') || question.mode[from] === 'ask'),
    ) ||
    question.tokens.some(({ word }) => compares.has(word)) ||
    /[-=]>|→/.test(question.text);
  if (!isCompared) return undefined;
  const arms = doubt.candidates.map((values, at) => ({
    values,
    span: doubt.candidateSpans?.[at] ?? hullOf(doubt.spans),
  }));
  const found = arms.flatMap(({ values, span }) =>
    Object.entries(values).map(([parameter, value]) => ({ parameter, value, spans: [span], isOption: true })),
  );
  return { arms, found, shared: new Set(doubt.parameters), isRead: true };
}

const present = String.raw`(?:today|today['’]s|currently|current|present|now|status quo|baseline)\b`;
const comparedWithToday = new RegExp(
  String.raw`\b(?:compared?|comparison|contrast|versus|vs|against|side by side)\b[^.?!\n]{0,80}?\b${present}`,
  'i',
);
const todayOnly = new RegExp(String.raw`^\W*(?:as (?:it is )?|the |our |what we (?:have|do) )*${present}\W*$`, 'i');

/** Whether an item of an enumeration names today only. */
export const namesToday = (item: string): boolean => todayOnly.test(item);

/** `does the letter do better than the one of today`; but `20% lower than today` is a change. */
const betterThanToday = new RegExp(
  String.raw`\bthan\b[^.?!\n]{0,60}?\b${present}|\b${present}[^.?!\n]{0,80}\bside by side\b`,
  'i',
);

/** `compared with today`. */
export const isComparedWithToday = ({ text }: Question, found: Scenario['found']): boolean =>
  comparedWithToday.test(text) || (found.every(({ isOption }) => isOption) && betterThanToday.test(text));

interface Replacement {
  /** The question with one value in place of several. */
  text: string;
  /** Characters of the question that name all values. */
  words: string;
  /** Characters that name this value. Default: all of them. */
  item?: string;
  /** For ranges: whether the words certainly mean a range, not a change from one value to another. */
  isSure?: boolean;
}

const named = String.raw`(?:option|version|variant|plan|scenario|package|choice|arm|draft|group|letter|policy|proposal|measure|case)`;
/** Items that are read. Those above the number of arms are listed. */
const maxItems = 9;
const markers = [
  String.raw`(?<=^|[\s:;,.?!–—-])\(?(?:${named} ?)?([a-i]|[1-9]|i{1,3}|iv|vi{0,3}|ix)[.):]\)?(?=\s)`,
  String.raw`\b${named} ([a-i]|[1-9]|one|two|three|four|five|six|seven|eight|nine)\b[):.,]?(?=\s)`,
  String.raw`(?<=^|\n)[ \t]*([-•*–])(?=[ \t])`,
].map((pattern) => new RegExp(pattern, 'gi'));
const bullets = ['-', '•', '*', '–'].map((bullet) => Array<string>(maxItems).fill(bullet));
const series = [
  ...[
    'a b c d e f g h i',
    '1 2 3 4 5 6 7 8 9',
    'i ii iii iv v vi vii viii ix',
    'one two three four five six seven eight nine',
  ].map((text) => text.split(' ')),
  ...bullets,
];

/** Bullets and numbers list the parts of one scenario, unless words compare them. */
const comparing =
  /\b(?:which|whom?|rank|compare|versus|options?|alternatives?|variants?|designs?|drafts?|versions?|columns?|ways|each|better|best|one of|either|gap|difference)\b/i;
const joining = /\b(?:together|combined|simultaneously|at the same time)\b/i;

/** Without the words and signs between two items of a list. */
function withoutTail(text: string): string {
  const last = [...text.matchAll(/[^\s,;:.?!(]+/g)].findLast(([word]) => !/^(?:or|and|vs|versus)$/i.test(word));
  return last === undefined ? '' : text.slice(0, last.index + last[0].length).trim();
}

/** One text for each item of an enumeration: `A) pay 30 dollars B) pay 60 dollars`, or a line for each. */
export function enumeratedTexts({ text }: Question): Replacement[] {
  for (const marker of markers) {
    const all = [...text.matchAll(marker)];
    for (const labels of series) {
      let next = 0;
      const found = all.filter(({ 1: label }) => label!.toLowerCase() === labels[next] && ++next > 0);
      if (found.length < 2) continue;
      const starts = found.map(({ index, 0: { length } }) => index + length);
      const last = starts.at(-1)!;
      const blanks = /^\s*/.exec(text.slice(last))![0].length;
      const end = last + blanks + (/[.?!;](?=\s|$)|\n|$/.exec(text.slice(last + blanks))?.index ?? 0);
      const items = starts.map((start, at) => withoutTail(text.slice(start, found[at + 1]?.index ?? end)));
      const [head, tail] = [text.slice(0, found[0]!.index).trimEnd(), text.slice(end)];
      const words = text.slice(found[0]!.index, end).trim();
      const isNamed = /(?:^|\W)[a-h]\W*$|[a-z]{3}/i.test(found[0]![0]);
      if (joining.test(head + tail) || !(isNamed || comparing.test(head + tail))) return [];
      return items.map((item) => ({
        text: `${head}${/[:.?!,;]$/.test(head) || head === '' ? '' : ':'} ${item}. ${tail}`,
        words,
        item,
      }));
    }
  }
  return [];
}

const listLinks = new Set([',', 'or', 'and', '/', 'versus', 'vs']);

/** One text for each value of a list: `10, 20 or 30% lower`. */
export function listedTexts(question: Question): Replacement[] {
  const { tokens, text } = question;
  for (let from = 0; from < tokens.length; from++) {
    const items: Span[] = [];
    let [at, hasOr] = [from, false];
    for (;;) {
      const start = /^\p{Sc}$/u.test(question.stem(at)) ? at + 1 : at;
      const read = readNumber(tokens, start);
      if (!read) break;
      const isUnit = question.stem(read.to) === '%';
      items.push({ from: at, to: isUnit ? read.to + 1 : read.to });
      let next = items.at(-1)!.to;
      const link = next;
      while (listLinks.has(question.stem(next)) && next < link + 2) {
        if (['or', 'versus', 'vs'].includes(question.stem(next))) hasOr = true;
        next++;
      }
      if (next === link) break;
      at = next;
    }
    const last = items.at(-1);
    if (
      items.length < 2 ||
      items.length > maxListed ||
      !last ||
      (!hasOr && items.length < 3) ||
      question.stem(from - 1) === 'between'
    ) {
      if (last) from = Math.max(from, last.to - 1);
      continue;
    }
    const [start, end] = [tokens[from]!.from, tokens[last.to - 1]!.to];
    const unit = question.stem(last.to - 1) === '%' ? '%' : '';
    const sign = /^\p{Sc}$/u.test(question.stem(from)) ? tokens[from]!.word : '';
    return items.map((item) => {
      const own = text.slice(tokens[item.from]!.from, tokens[item.to - 1]!.to);
      const value = `${own.startsWith(sign) ? '' : sign}${own}${unit && !/%|percent/i.test(own) ? unit : ''}`;
      return { text: `${text.slice(0, start)}${value}${text.slice(end)}`, words: text.slice(start, end) };
    });
  }
  return [];
}

const rangeWords = new Set(
  stemmed(
    'anywhere anything any every sweep vary varies varying step curve plot various gradually scan span walk explore map trace chart run between try level values stretch',
  ),
);

const moving = String.raw`(?:go|mov|climb|ris|fall|run|chang|grow|increas|drop|shift|lift|rais|push|respond|react|develop|evolv|vary|differ)\w*`;
/** Words that ask for the course of a result: `as the price climbs from 9 to 15`, `prices from 9 to 15`. */
const course = new RegExp(
  String.raw`\bas (?:\w+ ){1,6}?${moving}\b[^.?!]*\bfrom\b|\b(?:curve|graph|plot|chart)\b|\bfor (?:\w+ )?(?:price|fare|value|level|amount|cost|payment|rate|share)s from\b`,
  'i',
);
/** `How do sales change when the price goes from 9 to 15` asks for the course, unless today's price is 9. */
const changing = new RegExp(
  String.raw`\bhow\b[^.?!]*\b${moving}\b[^.?!]*\b(?:when|if|while)\b|\b(?:see|show|plot|chart|trace)\b[^.?!]*\b(?:when|if|while)\b[^.?!]*\b${moving}`,
  'i',
);

/** Texts with the two ends of a range: `between 10 and 30% lower`, `from 50 up to 200 miles`. Several pairs, most probable first. */
export function rangeTexts(question: Question): (readonly [Replacement, Replacement])[] {
  const { tokens, text } = question;
  for (const [at, { stem }] of tokens.entries()) {
    if (stem !== 'between' && stem !== 'from') continue;
    const link = linkOf(question, at, stem === 'between' ? 'and' : 'to');
    if (link === undefined) continue;
    const sentence = question.stems(question.sentences[question.sentence[at]!]!);
    const isStretched =
      question.stem(at - 1) === 'anywher' ||
      question.stems({ from: at - 4, to: at }).some((one) => everyWords.has(one) || one === 'ani') ||
      question.stems({ from: at + 1, to: link }).some((one) => adjectives.has(one)) ||
      ['up', 'wai', 'right'].includes(question.stem(link - 1));
    const isSure =
      stem === 'between' || isStretched || sentence.some((one) => rangeWords.has(one)) || course.test(text);
    const isShown =
      changing.test(text) ||
      (question.stem(at - 1) === 'go'
        ? sentence.includes('let')
        : question.mode[at] === 'ask' && sentence.includes('as'));
    const isRange = isSure || isShown || !sentence.some((one) => movements.has(one) || one === 'go' || one === 'goe');
    if (!isRange) continue;
    const [second, end] = secondOf(question, link);
    if (second === undefined) continue;
    const cut = (a: number, b: number) => text.slice(tokens[a]?.from ?? text.length, tokens[b - 1]?.to ?? text.length);
    let firstEnd = link;
    while (/^(?:up|down|all|the|way|right)$/.test(question.stem(firstEnd - 1))) firstEnd--;
    const before = question.stems({ from: at - 3, to: at });
    const preposition = before.includes('by') ? '' : 'at ';
    const [prefix, start] = [text.slice(0, tokens[at]!.from), cut(at + 1, firstEnd)];
    const first = /^(?:nothing|none|zero)$/i.test(start) ? '0' : start;
    const numberEnd = tokens[end - 1]!.to;
    const [rest, words] = [text.slice(numberEnd), text.slice(tokens[at]!.from, numberEnd)];
    const upper = { text: `${prefix}${preposition}${cut(second, end)}${rest}`, words };
    const unit =
      question.stem(end) === '%' ? '' : question.stem(end - 1) === '%' && !/%|percent/i.test(first) ? '%' : '';
    const own = {
      isSure,
      text: `${prefix}${preposition}${first}`,
      words,
    };
    const joined = {
      isSure,
      text: `${prefix}${preposition}${first}${unit}${rest}`,
      words,
    };
    const isOwn =
      question
        .stems({ from: at + 1, to: link })
        .some((one) =>
          /^(?:lower|less|cheaper|below|higher|more|fewer|shorter|longer|closer|nearer|faster|slower)$/.test(one),
        ) || link - at > 5;
    return isOwn
      ? [[own, upper]]
      : [
          [joined, upper],
          [own, upper],
        ];
  }
  return [];
}

function linkOf(question: Question, from: number, word: string): number | undefined {
  for (let at = from + 1; at < Math.min(question.tokens.length, from + 14); at++) {
    if (question.stem(at) === word || (word === 'to' && ['through', 'until'].includes(question.stem(at)))) return at;
    if (sentenceEnds.has(question.stem(at))) return undefined;
  }
  return undefined;
}

/** Start and end of the second number, after words such as `all the way up`. */
function secondOf(question: Question, link: number): [number | undefined, number] {
  for (let at = link + 1; at < Math.min(question.tokens.length, link + 6); at++) {
    const start = /^\p{Sc}$/u.test(question.stem(at)) ? at + 1 : at;
    const read = readNumber(question.tokens, start);
    if (read) return [at, question.stem(read.to) === '%' ? read.to + 1 : read.to];
    if (/^(?:half|twice|doubl|tripl|thrice|treble)$/.test(question.stem(at))) return [at, at + 1];
  }
  return [undefined, link];
}
