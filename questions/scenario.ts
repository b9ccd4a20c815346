import type { WorkflowDefinition } from '../model/definition.js';
import { amountsIn, type Amount } from './amounts.js';
import { readOptions } from './choices.js';
import type { DefinitionNames, Mention } from './names.js';
import { groupsIn, isAskedGroup, type NamedGroup } from './groups.js';
import { linkAmounts, namedNumbers, withoutConflicts, type Doubt, type Finding, type Named } from './links.js';
import { limitedPeriods, type NamedPeriods, periodsIn, readPeriods } from './periods.js';
import { contains, overlaps, type Question, type Span } from './question.js';

/** What the words of a question set, before its kind is known. */
export interface Scenario {
  found: Finding[];
  doubts: Doubt[];
  groups: NamedGroup[];
  amounts: Amount[];
  unlinked: Amount[];
  named: Named[];
  periods: NamedPeriods[];
}

export interface Context {
  definition: WorkflowDefinition;
  names: DefinitionNames;
  mentions: readonly Mention[][];
}

/**
 * Reads the values that a question sets.
 *
 * @param hidden tokens whose names, options and amounts do not count
 * @param muted tokens whose options and amounts do not count; their names are context
 */
export function readScenario(
  question: Question,
  { definition, names, mentions: all }: Context,
  { hidden, muted }: { hidden?: Span; muted?: Span } = {},
): Scenario {
  const mentions = hidden ? all.map((list) => list.filter((one) => !overlaps(one, hidden))) : all;
  const groups = groupsIn(question, definition, names, mentions);
  const except = groups.filter(({ span }) => isAskedGroup(question, span)).map(({ span }) => span);
  const periods = limitedPeriods(definition);
  const ofPeriods = periods
    ? periodsIn(question, periods).filter(({ span }) => ![hidden, muted].some((one) => one && overlaps(span, one)))
    : [];
  const options = readOptions(
    question,
    names,
    muted ? mentions.map((list) => list.filter((one) => !contains(muted, one))) : mentions,
    except,
  );
  // The subject of the first scenario may be the one of the second scenario, but its quantity is not.
  const isOther = (span: Span, isSubject: boolean) => muted !== undefined && !isSubject && overlaps(span, muted);
  // The numbers of periods are amounts of nothing else: `20% cheaper for the first two purchases`.
  const usedWords = [...options.taken, ...ofPeriods.map(({ span }) => span)];
  const named = namedNumbers(names, mentions, usedWords).map((one) => ({
    ...one,
    mentions: one.mentions.map((list, at) => list.filter((span) => !isOther(span, at === 0 && one.naming.length > 1))),
  }));
  const brackets = groups
    .filter(({ span: { from, to } }) => question.stems({ from, to }).some((stem) => /\d/.test(stem)))
    .map(({ span }) => span);
  const taken = new Set<number>();
  const take = ({ from, to }: Span) => {
    for (let at = from; at < to; at++) taken.add(at);
  };
  [...usedWords, ...brackets].forEach(take);
  for (const { mentions: lists, naming } of named)
    for (const list of lists)
      for (const mention of list) if (isNumberName(question, mention, naming.length > 1)) mention.runs.forEach(take);
  for (const span of [hidden, muted]) if (span) take(span);
  const amounts = amountsIn(question, taken);
  const { found, doubts, unlinked } = linkAmounts(question, amounts, named, names.subject);
  const read = periods
    ? readPeriods(question, ofPeriods, muted ? undefined : amounts, periods)
    : { found: [], doubts: [] };
  return {
    found: [...options.found, ...found, ...read.found],
    doubts: [...options.doubts, ...doubts, ...read.doubts],
    groups,
    amounts,
    unlinked,
    named,
    periods: ofPeriods,
  };
}

/** The scenario after its conflicts are settled. Words that set nothing are removed before. */
export const settled = (scenario: Scenario): Scenario => ({
  ...scenario,
  ...withoutConflicts(scenario.found, scenario.doubts),
});

/** `28` in `Heinz 28`, and `30 mph` in `seconds to 30 mph`; not `every` or `one`. */
function isNumberName(question: Question, { from, to }: Span, isSubject: boolean): boolean {
  const stems = question.stems({ from, to });
  if (!stems.some((stem) => /^\d+$/.test(stem) || stem === 'zero' || stem === 'thirti'))
    return stems.length > 1 && stems.some((stem) => /^(?:on|one|first|no|half|singl)$/.test(stem));
  return (
    stems.length > 1 ||
    (isSubject &&
      !/^(?:%|times|x|cent|percent|point|mile)$/.test(question.stem(to)) &&
      !/^\p{Sc}$/u.test(question.stem(from - 1)))
  );
}
