import { traitsOf } from '../model/definition.js';
import { clauseEnds, denials, noDeniers, presentWords, sentenceEnds, stemmed } from './vocabulary.js';
import { TooComplexError, type ChoiceNames, type DefinitionNames, type Mention, type OptionName } from './names.js';
import { isAskedGroup } from './groups.js';
import type { Doubt, Finding } from './links.js';
import { contains, hullOf, overlaps, type Question, type Span } from './question.js';

interface NamedOption {
  choice: ChoiceNames;
  option: OptionName['id'];
  span: Mention;
  by: Mention[];
  cost: number;
  isDenied: boolean;
}

const maxDistance = 12;
/** Each named option is compared with the others. */
const maxNamed = 500;
const sizeOf = ({ runs }: Mention): number => runs.reduce((sum, { from, to }) => sum + to - from, 0);

/**
 * Sets one option for each choice. An option that the question denies or replaces is not set.
 *
 * @param except tokens that name a group of people
 */
export function readOptions(
  question: Question,
  names: DefinitionNames,
  all: readonly Mention[][],
  except: readonly Span[],
) {
  const mentions = withoutParts(names, all);
  const options = names.choices.flatMap((choice) =>
    choice.options.flatMap((option) => namedOptions(question, choice, option, mentions)),
  );
  if (options.length > maxNamed) throw new TooComplexError();
  const attributes = new Set(names.groups.map(({ group }) => group.attribute));
  const wanted = longest(options).filter(
    ({ span, choice }) =>
      !span.runs.some((run) => except.some((one) => overlaps(one, run))) &&
      // The groups of an own table are the options of its parameters: `how do those on the web react`.
      !(attributes.has(choice.parameter.id) && isAskedGroup(question, span)),
  );
  wanted.sort((a, b) => a.span.from - b.span.from);
  const named = wanted.map((one) => ({ ...one, isDenied: isDenied(question, one.span, wanted) }));
  const found: Finding[] = [];
  const doubts: Doubt[] = [];
  for (const choice of names.choices) {
    const own = withoutPresent(
      question,
      named.filter((one) => one.choice === choice),
    );
    if (own.length === 0) continue;
    const { id } = choice.parameter;
    const spans = own.flatMap(({ span, by }) => [...span.runs, ...by]);
    const affirmed = [...new Set(own.filter((one) => !one.isDenied).map(({ option }) => option))];
    if (affirmed.length === 1)
      found.push({
        parameter: id,
        value: affirmed[0]!,
        spans,
        isOption: true,
        lead: own.some(({ option }) => option !== affirmed[0]) ? 0 : null,
      });
    else
      doubts.push({
        reason: affirmed.length === 0 ? 'negated' : 'two_values',
        parameters: [id],
        candidates: affirmed.map((option) => ({ [id]: option })),
        candidateSpans: affirmed.map((option) => {
          const first = own.find((one) => one.option === option && !one.isDenied)!;
          return hullOf([...first.span.runs, ...first.by.filter((by) => question.isInClause(by, first.span))]);
        }),
        spans,
      });
  }
  const taken = named.flatMap(({ span, choice, by }) => [
    ...span.runs,
    ...by.filter(({ from, to }) => to > from + 1 && traitsOf(choice.parameter).options.length > 0),
  ]);
  return { found, doubts, taken };
}

/** `natural gas car` names no gas car. */
function withoutParts({ choices }: DefinitionNames, mentions: readonly Mention[][]): readonly Mention[][] {
  const ids = new Set(choices.flatMap(({ lists }) => lists));
  const all = [...ids].flatMap((id) => mentions[id]!);
  const isPart = (one: Mention) =>
    all.some(
      (other) =>
        overlaps(other, one) &&
        (other.from < one.from
          ? other.to - other.from >= one.to - one.from
          : contains(other, one) && other.to - other.from > one.to - one.from),
    );
  return mentions.map((list, id) => (ids.has(id) ? list.filter((one) => !isPart(one)) : list));
}

function namedOptions(
  question: Question,
  choice: ChoiceNames,
  { id, name, needed }: OptionName,
  mentions: readonly Mention[][],
): NamedOption[] {
  if (needed.some((list) => mentions[list]!.length === 0)) return [];
  const all = mentions[name]!;
  const excluded = all.filter(({ excludes }) => excludes);
  const spans = all.filter(
    (span) =>
      !span.excludes &&
      !excluded.some(
        (other) => overlaps(other, span) && !(contains(span, other) && span.to - span.from > other.to - other.from),
      ),
  );
  return spans.flatMap((span) => {
    const isAlone = span.runs.length > 1 && typeof id === 'string';
    let cost = 0;
    const by: Mention[] = [];
    for (const list of isAlone ? [] : choice.lists) {
      const near = mentions[list]!.map((mention) => ({ mention, distance: question.distance(mention, span) })).sort(
        (a, b) => a.distance - b.distance,
      )[0];
      if (!near) return [];
      cost += near.distance;
      by.push(near.mention);
    }
    if (isAlone)
      by.push(
        ...choice.lists.flatMap((list) => mentions[list]!.filter((mention) => question.distance(mention, span) === 0)),
      );
    return cost <= maxDistance * Math.max(1, choice.lists.length)
      ? [{ choice, option: id, span, by, cost, isDenied: false }]
      : [];
  });
}

/** If options match overlapping words, the one with the most words counts, then the nearest. */
function longest(all: readonly NamedOption[]): NamedOption[] {
  const isBetter = (a: NamedOption, b: NamedOption) => {
    const [own, other] = [sizeOf(a.span), sizeOf(b.span)];
    return own !== other ? own > other : a.cost < b.cost;
  };
  const shares = (a: NamedOption, b: NamedOption) =>
    a.span.runs.some((run) => b.span.runs.some((other) => overlaps(run, other)));
  return all.filter(
    (one) =>
      !all.some(
        (other) =>
          other !== one &&
          (other.option !== one.option || other.choice !== one.choice) &&
          shares(one, other) &&
          isBetter(other, one),
      ),
  );
}

/** Without a word of comparison, today's option is replaced: `from free care to the 25% plan`, `swap welfare for help for the poor`. */
const comparisons = new Set(
  stemmed('or versus vs than compare compared comparison comparing difference differ contrast which apart'),
);

/** Leaves out the option of today if another one follows: `Care is free now. Suppose patients paid half.` */
function withoutPresent(question: Question, own: readonly NamedOption[]): readonly NamedOption[] {
  const isToday = ({ option, choice }: NamedOption) => option === choice.parameter.default;
  const next = own.find((one) => !isToday(one) && !one.isDenied);
  if (!next) return own;
  const compared = question.tokens.some(({ stem }) => comparisons.has(stem)) || /[-=]>|→/.test(question.text);
  if (!compared) return own.filter((one) => !isToday(one) || one.isDenied);
  return own.filter((one) => {
    if (!isToday(one) || one.isDenied) return true;
    const clause = question.clauses[question.clause[one.span.from]!]!;
    const isMarked = question.stems(clause).some((stem) => presentWords.has(stem));
    return !isMarked && question.sentence[one.span.from]! >= question.sentence[next.span.from]!;
  });
}

const [instead = '', rather = '', than = '', replace = ''] = stemmed('instead rather than replace');
const maxDistanceToDenial = 6;

/** `not free`, `instead of free care`, `rather than 25%`. */
export function isDenied(question: Question, span: Span, others: readonly { span: Span }[] = []): boolean {
  for (let at = span.from - 1; at >= Math.max(0, span.from - maxDistanceToDenial); at--) {
    const stem = question.stem(at);
    if (sentenceEnds.has(stem) || stem === ',' || (clauseEnds.has(stem) && stem !== 'and' && stem !== 'or'))
      return false;
    if (others.some(({ span: other }) => other.from <= at && at < other.to)) return false;
    if (stem === than) return question.stem(at - 1) === rather;
    if (stem === instead || stem === replace || /^(?:closed|closing|shut)$/i.test(question.tokens[at]!.word))
      return true;
    if (denials.has(stem)) return !noDeniers.has(question.stem(at + 1)) && question.mode[at] !== 'ask';
  }
  return false;
}
