import { numericParameters, traitsOf, type WorkflowDefinition } from '../model/definition.js';
import {
  isComparedWithToday,
  enumeratedTexts,
  namesToday,
  listedTexts,
  rangeTexts,
  sidesIn,
  type Sides,
} from './arms.js';
import { Certainty, probabilityOf, type Features } from './certainty.js';
import { certaintyTable } from './certainty-table.js';
import { definitionNames, TooComplexError, type DefinitionNames } from './names.js';
import { readGoal } from './goal.js';
import { isAskedGroup, segmentsOf } from './groups.js';
import { canceledPlans, futureDates, asksForBest, goalSentence, instructionsIn, isDeniedChange } from './kinds.js';
import { doubtOf, type Doubt, type Finding } from './links.js';
import { overlaps, Question, type Span } from './question.js';
import { unread, type Arm, type NotRead, type Reading, type ReadValue, type Values } from './reading.js';
import { readScenario, settled, type Context, type Scenario } from './scenario.js';
import { correctSpelling } from './spelling.js';
import { tokensOf } from './tokens.js';
import { assumedValues, unreadClauses, unreadGifts, vagueDoubts } from './unread.js';

/** A value before its probability decides whether it is set. */
export interface Weighed {
  finding: Finding;
  features: Features;
  /** Whether the value is one of a comparison, whose values are set together. */
  isCompared: boolean;
  words: string;
}

interface ReadingOptions {
  /** The probability that a value needs. Default: that of the table. */
  threshold?: number;
  onValue?: (value: Weighed) => void;
}

/** Each arm is a simulation. */
const maxArms = 5;
/** Values of a range, with both ends. */
const rangeValues = 5;
/** Relative distance from today's value below which `from` names today's value. */
const sameAsToday = 0.05;
const significantDigits = 12;

/**
 * Reads a question for one workflow. Pure. Sets no value outside its bounds. The work is bounded by the number of compared words: a question
 * above it is not read (`too_complex`).
 *
 * @param options for the benchmark, which fits the probabilities
 */
export function readQuestion(definition: WorkflowDefinition, question: string, options: ReadingOptions = {}): Reading {
  try {
    return new Reader(definition, options).read(question);
  } catch (error) {
    if (error instanceof TooComplexError) return unread(question);
    throw error;
  }
}

class Reader {
  private readonly names: DefinitionNames;
  private readonly defaults: ReadonlyMap<string, unknown>;

  constructor(
    private readonly definition: WorkflowDefinition,
    private readonly weighing: ReadingOptions,
  ) {
    this.names = definitionNames(definition);
    this.defaults = new Map(definition.scenario.parameters.map(({ id, default: value }) => [id, value]));
  }

  read(text: string): Reading {
    const { question, scenario: raw, context } = this.alone(text);
    const instructions = instructionsIn(question);
    const dates = futureDates(question);
    const isNegated = this.deny(question, remove(raw, [...instructions, ...dates]));
    const scenario = settled(raw);
    const listed = [
      ...dates.map((span) => doubtOf('forecast', [span])),
      ...instructions.map((span) => doubtOf('instruction', [span])),
    ];
    if (isNegated) return this.single(question, scenario, { listed, isNegated });
    const items = this.items(question);
    if (items) return this.withArms(question, scenario, items);
    const sides = sidesIn(question, scenario, context);
    // `Which letter raises turnout more, A or B?` compares.
    const isGoal = dates.length === 0 && sides?.isRead !== true;
    const goalSpan = isGoal ? goalSentence(question) : undefined;
    if (goalSpan) return this.single(question, scenario, { listed, goalSpan });
    const several = this.range(question) ?? this.list(question);
    if (several) return this.withArms(question, scenario, several);
    if (sides) return this.withSides(question, scenario, sides);
    if (scenario.found.length > 0 && isComparedWithToday(question, scenario.found)) {
      const span = scenario.found[0]!.spans[0]!;
      const values = valuesOf(scenario.found);
      const arms = [{}, values].map((own) => ({ values: own, span }));
      const shared = new Set(Object.keys(values));
      return this.withSides(question, scenario, { arms, found: scenario.found, shared, isRead: true });
    }
    return this.single(question, scenario, { listed });
  }

  /** The values that the words set, without the kind of the question. */
  private alone(text: string): { question: Question; scenario: Scenario; context: Context } {
    const tokens = correctSpelling(tokensOf(text), this.names.spellings);
    const question = new Question(text, tokens);
    const { definition, names } = this;
    const context = { definition, names, mentions: names.find(tokens) };
    return { question, context, scenario: readScenario(question, context) };
  }

  /** Canceled plans and denied changes set nothing. Returns whether nothing else is left. */
  private deny(question: Question, scenario: Scenario): boolean {
    const amounts = scenario.amounts.filter(({ isWeak }) => !isWeak);
    const changes = [...scenario.found, ...scenario.doubts].flatMap(({ spans }) => spans);
    const canceled = canceledPlans(question, [...changes, ...amounts]);
    const isDropped = ({ spans: [first] }: { spans: Span[] }) => canceled.some((span) => overlaps(first!, span));
    const isDenied = ({ spans: [first], isOption }: Finding) => !isOption && isDeniedChange(question, first!);
    const dropped = scenario.found.filter((one) => isDropped(one) || isDenied(one));
    const open = scenario.doubts.filter(isDropped);
    scenario.found = scenario.found.filter((one) => !dropped.includes(one));
    scenario.doubts = [
      ...scenario.doubts.filter((one) => !open.includes(one)),
      ...dropped.map(({ parameter, spans }) => doubtOf('negated', spans, [parameter])),
      ...open.map(({ parameters, spans }) => doubtOf('negated', spans, parameters)),
      ...(dropped.length + open.length === 0 ? canceled.slice(0, 1).map((span) => doubtOf('negated', [span])) : []),
    ];
    return scenario.found.length === 0 && canceled.length + dropped.length > 0;
  }

  /** Evenly spaced values with both ends. An integer parameter has fewer if the range contains fewer integers. */
  private range(question: Question): Several | undefined {
    for (const [first, second] of rangeTexts(question)) {
      const read = [first, second].map(({ text }) => this.alone(text));
      const both = differing(read.map(({ scenario }) => settled(scenario).found));
      const [parameter, ...others] = both?.parameters ?? [];
      const [from, to] = parameter === undefined || others.length > 0 ? [] : both!.arms.map((arm) => arm[parameter]);
      if (!both || parameter === undefined || typeof from !== 'number' || typeof to !== 'number') continue;
      const baseline = Number(this.defaults.get(parameter));
      if (first.isSure !== true && Math.abs(from - baseline) <= sameAsToday * Math.abs(baseline)) continue;
      const all = numericParameters(this.definition.scenario.parameters);
      const { rounded } = traitsOf(all.find(({ id }) => id === parameter)!);
      const values = Array.from({ length: rangeValues }, (_, step) => {
        const value = from + ((to - from) * step) / (rangeValues - 1);
        return Number(rounded(value).toPrecision(significantDigits));
      });
      const isSure = this.areSure(read);
      return {
        ...both,
        kind: 'range',
        arms: [...new Set(values)].map((value) => ({ [parameter]: value })),
        words: first.words,
        isSure,
      };
    }
    return undefined;
  }

  /** The items of an enumeration, each of which sets values. */
  private items(question: Question): Several | undefined {
    const texts = enumeratedTexts(question);
    if (texts.length < 2) return undefined;
    const read = texts.map(({ text }) => this.alone(text));
    const both = differing(read.map(({ scenario }) => settled(scenario).found));
    if (!both) return undefined;
    const items = texts.map(({ item = '' }) => item);
    const isRead = both.arms.every((values, at) => hasValues(values) || namesToday(items[at]!));
    const notRead = read.flatMap(({ question: own, scenario }, at) => this.openIn(own, scenario, items[at]!));
    return {
      ...both,
      kind: 'comparison',
      items,
      notRead,
      words: texts[0]!.words,
      isSure: isRead && this.areSure(read),
    };
  }

  /** The words of an item that nothing in it explains. */
  private openIn(question: Question, scenario: Scenario, item: string): NotRead[] {
    const { subject, choices } = this.names;
    return unreadClauses(question, settled(scenario), { ignored: [], subject, choices })
      .map(({ reason, parameters, candidates, spans }) => ({
        words: question.words(spans),
        reason,
        parameters,
        candidates,
      }))
      .filter(({ words }) => item.includes(words));
  }

  private list(question: Question): Several | undefined {
    const texts = listedTexts(question);
    const read = texts.map(({ text }) => this.alone(text));
    const both = read.length < 2 ? undefined : differing(read.map(({ scenario }) => settled(scenario).found));
    return both?.parameters.length === 1 && both.arms.every(hasValues)
      ? { ...both, kind: 'comparison', words: texts[0]!.words, isSure: this.areSure(read) }
      : undefined;
  }

  /** A range, a list of values, or the items of an enumeration. */
  private withArms(
    question: Question,
    scenario: Scenario,
    { kind, parameters: ids, arms: all, items, notRead = [], shared, words, isSure }: Several,
  ): Reading {
    const arms = all.map((values, at): Arm => ({ words: items?.[at] ?? words, values }));
    if (!isSure) return this.unsure(question, scenario, { kind, arms, words });
    const wordsOf = (own: Finding) => (scenario.found.find((one) => one.parameter === own.parameter) ?? own).spans;
    const isOpen = ({ parameters, spans }: Doubt) =>
      !parameters.some((id) => ids.includes(id)) && !spans.some((span) => words.includes(question.words([span])));
    const found = shared.map((one) => ({ ...one, spans: wordsOf(one) }));
    const reading = this.reading(
      question,
      { ...scenario, found, doubts: scenario.doubts.filter(isOpen) },
      { kind, arms },
    );
    return { ...reading, notRead: [...reading.notRead, ...notRead] };
  }

  private withSides(
    question: Question,
    scenario: Scenario,
    { arms: sides, found: of, shared: own, isRead }: Sides,
  ): Reading {
    const arms = sides.map(({ values, span }): Arm => ({ words: question.words([span]), values }));
    if (isRead) {
      const shared = scenario.found.filter(({ parameter }) => !own.has(parameter));
      if (this.sureOf(question, scenario, [...of, ...shared], true).length < of.length + shared.length)
        return this.unsure(question, scenario, { kind: 'comparison', arms, words: question.text });
      const found = scenario.found.filter(({ parameter }) => !own.has(parameter));
      const doubts = scenario.doubts.filter(({ parameters }) => !parameters.some((id) => own.has(id)));
      return this.reading(question, { ...scenario, found, doubts }, { kind: 'comparison', arms });
    }
    const parameters = scenario.found.map(({ parameter }) => parameter);
    const candidates = scenario.found.map(({ parameter, value }) => ({ [parameter]: value }));
    const unreadSides = doubtOf('ambiguous', [{ from: 0, to: question.tokens.length }], parameters, candidates);
    const doubts = [...scenario.doubts, unreadSides];
    return this.reading(question, { ...scenario, found: [], doubts }, { kind: 'comparison', arms });
  }

  /** The values whose probability is high enough. */
  private sureOf(question: Question, scenario: Scenario, found: readonly Finding[], isCompared: boolean): Finding[] {
    const { threshold = certaintyTable.threshold, onValue } = this.weighing;
    const certainty = new Certainty(question, scenario, this.names);
    return found.filter((finding) => {
      const features = certainty.features(finding, isCompared);
      onValue?.({ finding, features, isCompared, words: question.words(finding.spans) });
      return probabilityOf(features) >= threshold;
    });
  }

  /** Whether all values of texts with one value in place of several are sure. */
  private areSure(read: readonly { question: Question; scenario: Scenario }[]): boolean {
    return read.every(({ question, scenario: raw }) => {
      const scenario = settled(raw);
      return this.sureOf(question, scenario, scenario.found, true).length === scenario.found.length;
    });
  }

  /** Scenarios that are offered, because not all of their values are sure. */
  private unsure(
    question: Question,
    scenario: Scenario,
    { kind, arms, words }: { kind: Reading['kind']; arms: readonly Arm[]; words: string },
  ): Reading {
    const candidates = arms.map(({ values }) => values).filter(hasValues);
    const parameters = [...new Set(candidates.flatMap((values) => Object.keys(values)))];
    const reading = this.reading(question, { ...scenario, found: [] }, { kind, arms: [] });
    return { ...reading, notRead: [...reading.notRead, { words, reason: 'ambiguous', parameters, candidates }] };
  }

  private single(
    question: Question,
    scenario: Scenario,
    { goalSpan, listed, isNegated = false }: { goalSpan?: Span; listed: Doubt[]; isNegated?: boolean },
  ): Reading {
    const goal = goalSpan ? readGoal(this.definition, question, goalSpan, scenario.named, this.names.subject) : null;
    const isOfGoal = ({ spans, isOption = false }: { spans: Span[]; isOption?: boolean }) =>
      goalSpan !== undefined && !isOption && spans.some((one) => overlaps(one, goalSpan));
    const all = scenario.found.filter((one) => !isOfGoal(one));
    const found = this.sureOf(question, scenario, all, false);
    const unsure = all.filter((one) => !found.includes(one));
    const doubts = [
      ...scenario.doubts.filter((one) => !isOfGoal(one)),
      ...unsure.map(({ parameter, value, spans }) =>
        doubtOf('ambiguous', spans, [parameter], [{ [parameter]: value }]),
      ),
    ];
    const negated = doubts.filter(({ reason }) => reason === 'negated');
    const ignored = [...[...listed, ...negated].flatMap(({ spans }) => spans), ...(goalSpan ? [goalSpan] : [])];
    const vague = isNegated
      ? []
      : vagueDoubts(question, { ...scenario, found, doubts }, ignored).filter(
          ({ spans }) => !isDeniedChange(question, spans[0]!),
        );
    const isSet = (id: string) => found.some(({ parameter }) => parameter === id) || goal?.parameter === id;
    // Another amount of the parameter was not read.
    const isOpen = (id: string) => isSet(id) || doubts.some(({ parameters }) => parameters.includes(id));
    const guessed = assumedValues(question, vague, isOpen, this.defaults);
    const asFinding = guessed.map(({ parameter, value, doubt: { spans } }): Finding => {
      return { parameter, value, spans, isOption: false, isAssumed: true };
    });
    const sure = new Set(this.sureOf(question, scenario, asFinding, false));
    const assumed = guessed.filter((_, at) => sure.has(asFinding[at]!));
    const known = { ...scenario, found, doubts: [...doubts, ...vague] };
    const { subject, choices } = this.names;
    const rest = isNegated
      ? []
      : [...unreadClauses(question, known, { ignored, subject, choices }), ...unreadGifts(question, scenario)];
    const isBest = goalSpan && !goal && found.length + assumed.length === 0 && asksForBest(question, goalSpan);
    const arms = isBest ? this.options(question, goalSpan) : [];
    const isUnread = (doubt: Doubt) => !assumed.some((one) => one.doubt === doubt) && !doubt.parameters.every(isSet);
    const open = [
      ...doubts,
      ...vague.filter(isUnread),
      ...rest,
      ...(goalSpan && !goal && arms.length === 0 ? [doubtOf('goal', [goalSpan])] : []),
    ];
    const isChange = found.length + assumed.length > 0 || open.some(({ reason }) => reason !== 'negated');
    const isDenied = isNegated || (negated.length > 0 && !isChange);
    const isForecast = found.length + assumed.length === 0 && listed.some(({ reason }) => reason === 'forecast');
    const kind = goalSpan ? 'goal' : isDenied ? 'denied' : isForecast ? 'forecast' : isChange ? 'scenario' : 'baseline';
    const reading = this.reading(question, { ...scenario, found, doubts: [...open, ...listed] }, { kind, arms });
    return { ...reading, goal, values: [...reading.values, ...assumed.map(({ doubt: _, ...one }) => one)] };
  }

  /** All options of the choice that the words name, as arms. */
  private options(question: Question, span: Span): Arm[] {
    const stems = question.stems(span);
    const named = this.names.choices.filter((one) => stems.some((stem) => one.words.has(stem)));
    const [parameter, ...others] = new Set(named.map((one) => one.parameter));
    if (!parameter || others.length > 0) return [];
    const words = question.words([span]);
    return traitsOf(parameter)
      .options.slice(0, maxArms)
      .map(({ id }) => ({ words, values: { [parameter.id]: id } }));
  }

  private reading(
    question: Question,
    { found, doubts, groups }: Scenario,
    { kind, arms }: { kind: Reading['kind']; arms: Arm[] },
  ): Reading {
    const taken = [...found, ...doubts].flatMap(({ spans }) => spans);
    // Words that set a value, or may set one, name no group.
    const isFree = (span: Span) => isAskedGroup(question, span) || !taken.some((one) => overlaps(one, span));
    const notRead = doubts.map(({ reason, parameters, candidates, spans }): NotRead => {
      return { words: question.words(spans), reason, parameters, candidates };
    });
    const tooMany = arms.slice(maxArms).map(({ words, values }): NotRead => {
      return { words, reason: 'two_values', parameters: Object.keys(values), candidates: [values] };
    });
    const isFirst = ({ words, reason }: NotRead, at: number) =>
      notRead.findIndex((one) => one.words === words && one.reason === reason) === at;
    return {
      kind,
      values: found.map(({ parameter, value, spans }): ReadValue => {
        return { parameter, value, words: question.words(spans), source: 'read' };
      }),
      arms: arms.slice(0, maxArms),
      goal: null,
      segments: segmentsOf(
        question,
        groups.filter(({ span }) => isFree(span)),
      ),
      notRead: [...notRead.filter(isFirst), ...tooMany],
    };
  }
}

/** Scenarios that differ in some parameters. */
interface Several {
  kind: 'range' | 'comparison';
  parameters: string[];
  arms: Values[];
  /** Words of the question that name each scenario, if they differ. */
  items?: string[];
  /** Words of the scenarios that set nothing. */
  notRead?: NotRead[];
  shared: Finding[];
  /** Words of the question that name all scenarios. */
  words: string;
  /** Whether all values are sure. */
  isSure: boolean;
}

const hasValues = (values: Values): boolean => Object.keys(values).length > 0;
const valuesOf = (found: readonly Finding[]): Values =>
  Object.fromEntries(found.map(({ parameter, value }) => [parameter, value]));

/** Leaves out what the tokens of the spans set. */
function remove(scenario: Scenario, spans: readonly Span[]): Scenario {
  const isFree = (one: { spans: Span[] }) => !spans.some((span) => overlaps(span, one.spans[0]!));
  scenario.found = scenario.found.filter(isFree);
  scenario.doubts = scenario.doubts.filter(isFree);
  return scenario;
}

/** The parameters in which readings differ, their values in each of them, and the values that they share. */
function differing(all: readonly Finding[][]): Pick<Several, 'parameters' | 'arms' | 'shared'> | undefined {
  const valueIn = (found: readonly Finding[], id: string) => found.find(({ parameter }) => parameter === id)?.value;
  const ids = [...new Set(all.flat().map(({ parameter }) => parameter))];
  const parameters = ids.filter((id) => new Set(all.map((found) => valueIn(found, id))).size > 1);
  const arms = all.map((found) => valuesOf(found.filter(({ parameter }) => parameters.includes(parameter))));
  const shared = all[0]!.filter((one) => !parameters.includes(one.parameter));
  return parameters.length === 0 ? undefined : { parameters, arms, shared };
}
