import { isChoice, type WorkflowDefinition } from '../engine/index.js';
import { isComparedWithToday, listedTexts, rangeTexts, sidesIn, type Sides } from './arms.js';
import { definitionNames, TooComplexError, type DefinitionNames } from './names.js';
import { readGoal } from './goal.js';
import { isAskedGroup, segmentsOf } from './groups.js';
import {
  canceledPlans,
  futureDates,
  asksForBest,
  goalSentence,
  instructionsIn,
  isDeniedChange,
  isReplacement,
} from './kinds.js';
import type { Doubt, Finding } from './links.js';
import { overlaps, Question, type Span } from './question.js';
import { unread, type Arm, type NotRead, type Reading, type ReadValue, type Values } from './reading.js';
import { readScenario, settled, type Context, type Scenario } from './scenario.js';
import { correctSpelling } from './spelling.js';
import { tokensOf } from './tokens.js';
import { assumedValues, unreadClauses, unreadGifts, vagueDoubts } from './unread.js';

/** Rules that the benchmark can leave out, to measure what each of them earns. */
export const rules = [
  'segment',
  'group_option',
  'sides',
  'list',
  'range',
  'today_arm',
  'unread_clause',
  'goal',
  'forecast',
  'dropped_plan',
  'denied_change',
  'instruction',
  'suggested_quantity',
  'only_adjective',
  'assumed_value',
  'spelling',
] as const;
export type Rule = (typeof rules)[number];

/** Each arm is a simulation. */
const maxArms = 5;
/** Values of a range, with both ends. */
const rangeValues = 5;
/** Relative distance from today's value below which `from` names today's value. */
const sameAsToday = 0.05;
const significantDigits = 12;
const none: ReadonlySet<string> = new Set();

/**
 * Reads a question for one workflow. Pure. Sets no value outside its bounds. The work is bounded by the number of compared words: a question
 * above it is not read (`too_complex`).
 *
 * @param without rules to leave out, for the ablation of the benchmark
 */
export function readQuestion(
  definition: WorkflowDefinition,
  question: string,
  { without = none }: { without?: ReadonlySet<Rule> | ReadonlySet<string> } = {},
): Reading {
  try {
    return new Reader(definition, without).read(question);
  } catch (error) {
    if (error instanceof TooComplexError) return unread(question);
    throw error;
  }
}

interface Alone {
  question: Question;
  scenario: Scenario;
  context: Context;
}

class Reader {
  private readonly names: DefinitionNames;
  private readonly defaults: ReadonlyMap<string, unknown>;

  constructor(
    private readonly definition: WorkflowDefinition,
    private readonly without: ReadonlySet<string>,
  ) {
    this.names = definitionNames(definition);
    this.defaults = new Map(definition.scenario.parameters.map(({ id, default: value }) => [id, value]));
  }

  read(text: string): Reading {
    const { question, scenario: raw, context } = this.alone(text);
    const has = (rule: Rule) => !this.without.has(rule);
    const instructions = has('instruction') ? instructionsIn(question) : [];
    const dates = has('forecast') ? futureDates(question) : [];
    const ignored = [...instructions, ...dates];
    remove(raw, ignored);
    const isNegated = this.deny(question, raw, has);
    const scenario = settled(raw);
    const sides = has('sides') && !isNegated ? sidesIn(question, scenario, context) : undefined;
    // `Which letter raises turnout more, A or B?` compares.
    const isGoal = has('goal') && !isNegated && dates.length === 0 && sides?.isRead !== true;
    const goalSpan = isGoal ? goalSentence(question) : undefined;
    const range = has('range') && !goalSpan && !isNegated ? this.range(question) : undefined;
    if (range) return this.withArms(question, scenario, { ...range, kind: 'range', dates, context });
    const list = has('list') && !goalSpan && !isNegated ? this.list(question) : undefined;
    if (list) return this.withArms(question, scenario, { ...list, kind: 'comparison', dates, context });
    if (sides && !goalSpan) return this.withSides(question, scenario, sides);
    if (has('today_arm') && !goalSpan && !isNegated && scenario.found.length > 0 && isComparedWithToday(question)) {
      const span = scenario.found[0]!.spans[0]!;
      const values = Object.fromEntries(scenario.found.map(({ parameter, value }) => [parameter, value]));
      return this.withSides(question, scenario, {
        arms: [
          { values: {}, span },
          { values, span },
        ],
        shared: new Set(Object.keys(values)),
        isRead: true,
      });
    }
    return this.single(question, scenario, { goalSpan, dates, instructions, isNegated });
  }

  /** The values that the words set, without the kind of the question. */
  private alone(text: string): Alone {
    const all = tokensOf(text);
    const tokens = this.without.has('spelling') ? all : correctSpelling(all, this.names.spellings);
    const question = new Question(text, tokens);
    const context = {
      definition: this.definition,
      names: this.names,
      mentions: this.names.find(tokens),
      without: this.without,
    };
    return { question, context, scenario: readScenario(question, context) };
  }

  /** Canceled plans and denied changes set nothing. */
  private deny(question: Question, scenario: Scenario, has: (rule: Rule) => boolean): boolean {
    const changes = [...scenario.found, ...scenario.doubts].flatMap(({ spans }) => spans);
    const canceled = has('dropped_plan')
      ? canceledPlans(question, [...changes, ...scenario.amounts.filter(({ isWeak }) => !isWeak)])
      : [];
    const isDropped = (spans: readonly Span[]) =>
      canceled.some(
        ({ span, end }) => overlaps(spans[0]!, span) && !(spans[0]!.from >= end && isReplacement(question, spans[0]!)),
      );
    const isDenied = ({ spans, isOption = true }: { spans: Span[]; isOption?: boolean }) =>
      has('denied_change') && !isOption && isDeniedChange(question, spans[0]!);
    const dropped = scenario.found.filter((one) => isDropped(one.spans) || isDenied(one));
    const open = scenario.doubts.filter(({ spans }) => isDropped(spans));
    scenario.found = scenario.found.filter((one) => !dropped.includes(one));
    scenario.doubts = scenario.doubts.filter((one) => !open.includes(one));
    for (const { parameter, spans } of dropped)
      scenario.doubts.push({ reason: 'negated', parameters: [parameter], candidates: [], spans });
    for (const { parameters, spans } of open)
      scenario.doubts.push({ reason: 'negated', parameters, candidates: [], spans });
    if (canceled.length > 0 && dropped.length + open.length === 0)
      scenario.doubts.push({ reason: 'negated', parameters: [], candidates: [], spans: [canceled[0]!.span] });
    return scenario.found.length === 0 && (canceled.length > 0 || dropped.length > 0);
  }

  private range(question: Question) {
    for (const [first, second] of rangeTexts(question)) {
      const [a, b] = [this.alone(first.text), this.alone(second.text)];
      const both = differing(settled(a.scenario).found, settled(b.scenario).found);
      if (!both || typeof both.first !== 'number' || typeof both.second !== 'number') continue;
      const { parameter, shared } = both;
      const [from, to] = [both.first, both.second];
      const baseline = this.defaults.get(parameter);
      const isToday = typeof baseline === 'number' && Math.abs(from - baseline) <= sameAsToday * Math.abs(baseline);
      if (first.isSure !== true && isToday) continue;
      const isInteger = this.definition.scenario.parameters.some(
        ({ id, type }) => id === parameter && type === 'integer',
      );
      const values = Array.from({ length: rangeValues }, (_, step) => {
        const value = from + ((to - from) * step) / (rangeValues - 1);
        return isInteger ? Math.round(value) : Number(value.toPrecision(significantDigits));
      });
      return {
        shared,
        arms: [...new Set(values)].map((value): Arm => ({ words: first.words, values: { [parameter]: value } })),
        scenario: b.scenario,
        words: first.words,
      };
    }
    return undefined;
  }

  private list(question: Question) {
    const texts = listedTexts(question);
    if (texts.length < 2) return undefined;
    const read = texts.map(({ text }) => settled(this.alone(text).scenario).found);
    const pairs = read.slice(1).map((found) => differing(read[0]!, found));
    const [pair] = pairs;
    if (!pair || pairs.some((one) => one?.parameter !== pair.parameter)) return undefined;
    const { words } = texts[0]!;
    const values = [pair.first, ...pairs.map((one) => one!.second)];
    return {
      shared: pair.shared,
      arms: values.map((value): Arm => ({ words, values: { [pair.parameter]: value } })),
      words,
    };
  }

  private withArms(
    question: Question,
    scenario: Scenario,
    {
      kind,
      arms,
      shared,
      words,
      context,
    }: { kind: 'range' | 'comparison'; arms: Arm[]; shared: Finding[]; words: string; dates: Span[]; context: Context },
  ): Reading {
    const isOfArms = (spans: readonly Span[]) => spans.some((span) => words.includes(question.words([span])));
    const isSet = ({ parameters }: Doubt) =>
      parameters.some((id) => arms.some(({ values }) => Object.hasOwn(values, id)));
    const sharedText = (finding: Finding) =>
      context && question.words(finding.spans.filter(({ to }) => to <= question.tokens.length));
    return {
      kind,
      values: shared.map((one): ReadValue => ({
        parameter: one.parameter,
        value: one.value,
        words: wordsOf(question, scenario, one) ?? sharedText(one),
        source: 'read',
      })),
      arms: arms.slice(0, maxArms),
      goal: null,
      segments: this.segments(question, scenario, shared),
      notRead: [
        ...scenario.doubts
          .filter((doubt) => !isSet(doubt) && !isOfArms(doubt.spans))
          .map((doubt) => notReadOf(question, doubt)),
        ...tooMany(arms),
      ],
    };
  }

  private withSides(question: Question, scenario: Scenario, { arms: sides, shared: own, isRead }: Sides): Reading {
    const found = isRead ? scenario.found.filter(({ parameter }) => !own.has(parameter)) : [];
    const arms = sides.map(({ values, span }): Arm => ({ words: question.words([span]), values }));
    const doubts = scenario.doubts.filter(({ parameters }) => !isRead || !parameters.some((id) => own.has(id)));
    const candidates = isRead ? [] : scenario.found.map(({ parameter, value }) => ({ [parameter]: value }));
    const unreadSides: Doubt[] = isRead
      ? []
      : [
          {
            reason: 'ambiguous',
            parameters: scenario.found.map(({ parameter }) => parameter),
            candidates,
            spans: [{ from: 0, to: question.tokens.length }],
          },
        ];
    return {
      kind: 'comparison',
      values: found.map((one) => readValue(question, one)),
      arms: arms.slice(0, maxArms),
      goal: null,
      segments: this.segments(question, scenario, [...scenario.found]),
      notRead: [...[...doubts, ...unreadSides].map((doubt) => notReadOf(question, doubt)), ...tooMany(arms)],
    };
  }

  private single(
    question: Question,
    scenario: Scenario,
    {
      goalSpan,
      dates,
      instructions,
      isNegated,
    }: { goalSpan: Span | undefined; dates: Span[]; instructions: Span[]; isNegated: boolean },
  ): Reading {
    const goal = goalSpan ? readGoal(this.definition, question, goalSpan, scenario.named, this.names.subject) : null;
    const isOfGoal = ({ spans, isOption = false }: { spans: Span[]; isOption?: boolean }) =>
      goalSpan !== undefined && !isOption && spans.some((one) => overlaps(one, goalSpan));
    scenario.found = scenario.found.filter((one) => !isOfGoal(one));
    scenario.doubts = scenario.doubts.filter((one) => !isOfGoal(one));
    const ignored = [
      ...dates,
      ...instructions,
      ...(goalSpan ? [goalSpan] : []),
      ...scenario.doubts.filter(({ reason }) => reason === 'negated').flatMap(({ spans }) => spans),
    ];
    const vague = vagueDoubts(question, scenario, ignored).filter(({ spans }) => !isDeniedChange(question, spans[0]!));
    scenario.doubts.push(...(isNegated ? [] : vague));
    const isSet = (id: string) => scenario.found.some(({ parameter }) => parameter === id) || goal?.parameter === id;
    // Another amount of the parameter was not read.
    const isOpen = (id: string) =>
      isSet(id) || scenario.doubts.some(({ reason, parameters }) => reason !== 'no_amount' && parameters.includes(id));
    const assumed =
      this.without.has('assumed_value') || isNegated ? [] : assumedValues(question, vague, isOpen, this.defaults);
    const rest =
      this.without.has('unread_clause') || isNegated
        ? []
        : [
            ...unreadClauses(question, scenario, { ignored, subject: this.names.subject, choices: this.names.choices }),
            ...unreadGifts(question, scenario),
          ];
    const isBest = goalSpan && !goal && scenario.found.length + assumed.length === 0 && asksForBest(question, goalSpan);
    const arms = isBest ? this.options(question, goalSpan) : [];
    const doubts: Doubt[] = [
      ...scenario.doubts.filter(
        (doubt) =>
          !assumed.some((one) => one.doubt === doubt) &&
          !(doubt.reason === 'no_amount' && doubt.parameters.every(isSet)),
      ),
      ...rest,
      ...(goalSpan && !goal && arms.length === 0
        ? [{ reason: 'goal' as const, parameters: [], candidates: [], spans: [goalSpan] }]
        : []),
      ...dates.map((span): Doubt => ({ reason: 'forecast', parameters: [], candidates: [], spans: [span] })),
      ...instructions.map((span): Doubt => ({ reason: 'instruction', parameters: [], candidates: [], spans: [span] })),
    ];
    const values = [
      ...scenario.found.map((one) => readValue(question, one)),
      ...assumed.map(({ doubt: _, ...one }) => one),
    ];
    const isChange =
      values.length > 0 ||
      doubts.some(({ reason }) => reason !== 'forecast' && reason !== 'negated' && reason !== 'instruction');
    const isOnlyNegated = values.length === 0 && doubts.some(({ reason }) => reason === 'negated');
    const kind = goalSpan
      ? 'goal'
      : isNegated || (isOnlyNegated && !isChange)
        ? 'denied'
        : dates.length > 0 && values.length === 0
          ? 'forecast'
          : isChange
            ? 'scenario'
            : 'baseline';
    return {
      kind,
      values,
      arms:
        goalSpan && !goal && values.length === 0 && asksForBest(question, goalSpan)
          ? this.options(question, goalSpan)
          : [],
      goal,
      segments: this.segments(question, scenario, scenario.found),
      notRead: distinct(doubts.map((doubt) => notReadOf(question, doubt))),
    };
  }

  /** All options of the choice that the words name, as arms. */
  private options(question: Question, span: Span): Arm[] {
    const stems = question.stems(span);
    const named = this.names.choices.filter((one) => stems.some((stem) => one.words.has(stem)));
    const [parameter, ...others] = new Set(named.map((one) => one.parameter));
    if (!parameter || others.length > 0 || !isChoice(parameter)) return [];
    const words = question.words([span]);
    return parameter.options.slice(0, maxArms).map(({ id }) => ({ words, values: { [parameter.id]: id } }));
  }

  /** Groups whose words set no value. */
  private segments(question: Question, { groups }: Scenario, found: readonly Finding[]) {
    const taken = found.flatMap(({ spans }) => spans);
    return segmentsOf(
      question,
      groups.filter(({ span }) => isAskedGroup(question, span) || !taken.some((one) => overlaps(one, span))),
    );
  }
}

const readValue = (question: Question, { parameter, value, spans }: Finding): ReadValue => ({
  parameter,
  value,
  words: question.words(spans),
  source: 'read',
});
const notReadOf = (question: Question, { reason, parameters, candidates, spans }: Doubt): NotRead => ({
  words: question.words(spans),
  reason,
  parameters,
  candidates,
});
const distinct = (all: readonly NotRead[]): NotRead[] =>
  all.filter((one, at) => all.findIndex(({ words, reason }) => words === one.words && reason === one.reason) === at);

/** Words of a value in the original question. */
function wordsOf(question: Question, { found }: Scenario, { parameter, value }: Finding): string | undefined {
  const own = found.find((one) => one.parameter === parameter && one.value === value);
  return own && question.words(own.spans);
}

const tooMany = (arms: readonly Arm[]): NotRead[] =>
  arms.slice(maxArms).map(({ words, values }) => ({
    words,
    reason: 'two_values',
    parameters: Object.keys(values),
    candidates: [values],
  }));

function remove(scenario: Scenario, spans: readonly Span[]): void {
  const isFree = (one: { spans: Span[] }) => !spans.some((span) => overlaps(span, one.spans[0]!));
  scenario.found = scenario.found.filter(isFree);
  scenario.doubts = scenario.doubts.filter(isFree);
}

/** The only parameter in which two readings differ, and the values that they share. */
function differing(
  a: readonly Finding[],
  b: readonly Finding[],
): { parameter: string; first: Values[string]; second: Values[string]; shared: Finding[] } | undefined {
  const valueIn = (all: readonly Finding[], id: string) => all.find(({ parameter }) => parameter === id)?.value;
  const changed = [...new Set([...a, ...b].map(({ parameter }) => parameter))].filter(
    (id) => valueIn(a, id) !== valueIn(b, id),
  );
  const [parameter, ...others] = changed;
  if (parameter === undefined || others.length > 0) return undefined;
  const [first, second] = [valueIn(a, parameter), valueIn(b, parameter)];
  if (first === undefined || second === undefined) return undefined;
  return { parameter, first, second, shared: a.filter((one) => one.parameter !== parameter) };
}
