import { traitsOf } from '../model/definition.js';
import { certaintyTable } from './certainty-table.js';
import type { Finding } from './links.js';
import type { DefinitionNames } from './names.js';
import { hullOf, overlaps, type Question, type Span } from './question.js';
import type { Scenario } from './scenario.js';
import {
  adjectives,
  betterWords,
  denials,
  emptyWords,
  everyWords,
  fillers,
  movements,
  peopleNouns,
  resultNouns,
  stemmed,
  today,
} from './vocabulary.js';

/** What is measured of a value and of the words around it. Each number is between 0 and 4. */
export interface Features {
  [name: string]: number;
}

const choosing = new Set(stemmed('or versus vs compare compared difference either beats'));
const ranging = new Set(stemmed('between from through until levels steps range vary various sweep curve gradually'));
const reporting =
  /\b(?:plan(?:s|ned)?|ideas?|propos\w+|rumou?r\w*|claim\w*|said|says|heard|reported|believ\w+|thought|hoped?|fear\w*|wanted|promised|suggest\w*|considered|almost|nearly|used to|last (?:year|month|week|winter|summer)|ago|in the past|back then|myth|false|true|reversed|undone|never|instead)\b/i;
const past = /^(?:\w{2,}ed|was|were|had|wanted|thought|meant|sent|gave|took|went|came|threw|said|told)$/;
const which = /\b(?:which|what)\b[^.?!]*\b(?:more|most|better|best|further|harder|fewer|less)\b/i;
const bounded = (value: number) => Math.min(4, Math.max(0, value));
const rivalScale = 3;

/** Terms of the logistic model: features, and products of two of them. */
export const termsOf = (features: Features, names: readonly string[]): number[] =>
  names.map((name) => name.split(' × ').reduce((product, one) => product * (features[one] ?? 0), 1));

const { intercept, weights } = certaintyTable;
const [terms, sizes] = [Object.keys(weights), Object.values(weights)];

/** The probability that a value is right, from 0 to 1. */
export const probabilityOf = (features: Features): number =>
  1 / (1 + Math.exp(-termsOf(features, terms).reduce((sum, value, at) => sum + value * sizes[at]!, intercept)));

/** Features of the values of a question, from the words around them. */
export class Certainty {
  private readonly known: boolean[];

  constructor(
    private readonly question: Question,
    private readonly scenario: Scenario,
    private readonly names: DefinitionNames,
  ) {
    const spans = [...scenario.found, ...scenario.doubts].flatMap((one) => one.spans);
    const named = scenario.named.flatMap(({ mentions }) => mentions.flat());
    const other = [...scenario.groups, ...scenario.periods].map(({ span }) => span);
    const explained = [...spans, ...named, ...other, ...scenario.amounts];
    this.known = question.tokens.map(({ stem }, at) => !isContent(stem, names.subject) || isIn(at, explained));
  }

  features(finding: Finding, isCompared: boolean): Features {
    const { parameter, value, spans, isOption, isPeriod, link } = finding;
    const { groups } = this.scenario;
    const { amount, lead = null } = link ?? {};
    const isNear = (span: Span) => spans.some((one) => overlaps(one, span));
    const features = {
      ...this.around(spans, isCompared),
      // A parameter of an own table has the groups of its column as options.
      group: groups.some(({ span, attribute }) => attribute !== parameter && isNear(span)) ? 1 : 0,
      option: isOption && !isPeriod ? 1 : 0,
      compared: isCompared ? 1 : 0,
      distance: Math.log1p(Math.max(0, link?.distance ?? 0)),
      rival: lead === null ? 0 : Math.exp(-Math.max(0, lead) / rivalScale),
      implied: link?.implied ?? 0,
      opposite: link?.opposite ? 1 : 0,
      named: Math.log1p(link?.named ?? 0),
      joined: (link?.joined ?? 1) - 1,
      unit: amount?.unit ? 1 : 0,
      change: amount && amount.sign !== 0 && !amount.target ? 1 : 0,
      percent: amount?.kind === 'percent' ? 1 : 0,
      weak: amount?.kind === 'none' || amount?.kind === 'whole' ? 1 : 0,
      replaced: amount && amount.was !== null ? 1 : 0,
      counted: amount && this.isOfPeople(amount) ? 1 : 0,
      outside: this.isOutside(parameter, value) ? 1 : 0,
    };
    return Object.fromEntries(Object.entries(features).map(([name, one]) => [name, bounded(one)]));
  }

  /** Words of the clauses and of the sentence that may change what a value means. */
  private around(spans: readonly Span[], isCompared: boolean): Features {
    const { question, scenario } = this;
    const clauses = [...new Set(spans.map(({ from }) => question.clause[from]!))].map((one) => question.clauses[one]!);
    const { from } = spans[0]!;
    const sentence = question.sentences[question.sentence[from]!]!;
    const text = question.words([sentence]);
    const count = (inside: readonly Span[], stems: ReadonlySet<string>) =>
      countIn(inside, (at) => stems.has(question.stem(at)));
    const unknown = (inside: readonly Span[]) => Math.log1p(countIn(inside, (at) => !this.known[at]));
    // Words of groups and periods, such as `5 or younger` and `from the third purchase on`.
    const others = [...scenario.groups, ...scenario.periods].map(({ span }) => span);
    const isPast = (at: number) => question.mode[at] === 'state' && past.test(question.tokens[at]!.word);
    const unlinked = scenario.unlinked.filter((one) => one.kind !== 'whole' && isIn(one.from, [sentence])).length;
    return {
      unknown: unknown(clauses),
      'unknown in sentence': unknown([sentence]),
      'unknown inside': unknown([hullOf(spans)]),
      unlinked,
      doubts: scenario.doubts.length,
      'open sides': isCompared ? unlinked + scenario.doubts.length : 0,
      choosing: countIn([sentence], (at) => this.isChoice(at) && !isIn(at, others)) - (isCompared ? 1 : 0),
      which: which.test(text) ? 1 : 0,
      ranging: countIn([sentence], (at) => ranging.has(question.stem(at)) && !isIn(at, others)),
      denial: count(clauses, denials),
      reported: reporting.test(text) ? 1 : 0,
      past: Math.log1p(countIn([sentence], isPast)),
      asked: question.mode[from] === 'ask' ? 1 : 0,
      condition: question.mode[from] === 'condition' ? 1 : 0,
      corrected: countIn([hullOf(spans)], (at) => question.tokens[at]?.isCorrected === true),
      clauses: clauses.length - 1,
      length: Math.log1p(question.tokens.length) / 2,
    };
  }

  /** Whether the amount is one of people or results: `half of the voters`. */
  private isOfPeople({ to }: Span): boolean {
    const stems = this.question.stems({ from: to, to: to + 3 });
    return stems.some((stem) => peopleNouns.has(stem) || resultNouns.has(stem));
  }

  /** Whether a word compares two scenarios: `than` in `than today` does not. */
  private isChoice(at: number): boolean {
    const { question } = this;
    const [before, stem, next] = [at - 1, at, at + 1].map((one) => question.stem(one)) as [string, string, string];
    if (stem !== 'than') return choosing.has(stem);
    return before !== 'rather' && !today.has(next) && !fillers.has(next) && !/^\d/.test(next);
  }

  private isOutside(id: string, value: number | string): boolean {
    const parameter = this.names.numbers.find((one) => one.parameter.id === id)?.parameter;
    const [low = 0, high = 0] = parameter?.calibrated_range ?? [];
    return high > low && !traitsOf(parameter!).isInData(value);
  }
}

const isIn = (at: number, spans: readonly Span[]): boolean => spans.some((one) => one.from <= at && at < one.to);

function countIn(spans: readonly Span[], test: (at: number) => boolean): number {
  let count = 0;
  for (const { from, to } of spans) for (let at = from; at < to; at++) if (test(at)) count++;
  return count;
}

/** Whether a word says something of its own, which the reading must explain. */
const isContent = (stem: string, subject: ReadonlySet<string>): boolean =>
  /^\p{L}{3}/u.test(stem) &&
  ![emptyWords, peopleNouns, resultNouns, adjectives, movements, betterWords, everyWords, subject].some((set) =>
    set.has(stem),
  );
