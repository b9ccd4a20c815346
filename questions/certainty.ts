import { certaintyTable } from './certainty-table.js';
import type { Finding } from './links.js';
import type { DefinitionNames } from './names.js';
import type { Question, Span } from './question.js';
import type { Scenario } from './scenario.js';
import { denials, fillers, steady, stemmed, today, zeroVerbs } from './vocabulary.js';

/** What is measured of a value and of the words around it. Each number is between 0 and 4. */
export interface Features {
  [name: string]: number;
}

const choosing = new Set(stemmed('or versus vs compare compared difference either beats'));
const ranging = new Set(stemmed('between from through until levels steps range vary various sweep curve gradually'));
/** `The board blocked the letter`, `they kept the old wording`. */
const denying = new Set([...denials, ...zeroVerbs, ...steady, ...stemmed('nothing instead pull block')]);
const past = /^(?:\w{2,}ed|was|were|had|wanted|thought|meant|sent|gave|took|went|came|threw|said|told)$/;
const which = /\b(?:which|what)\b[^.?!]*\b(?:more|most|better|best|further|harder|fewer|less)\b/i;
const bounded = (value: number) => Math.min(4, Math.max(0, value));
const rivalScale = 3;

export interface Weights {
  intercept: number;
  weights: Readonly<Record<string, number>>;
}

/** The probability that a value is right, from 0 to 1: a logistic model of the features. */
export function probabilityOf(features: Features, { intercept, weights }: Weights = certaintyTable): number {
  const score = Object.entries(weights).reduce(
    (sum, [name, weight]) => sum + weight * (features[name] ?? 0),
    intercept,
  );
  return 1 / (1 + Math.exp(-score));
}

/** Features of the values of a question, from the words around them. */
export class Certainty {
  constructor(
    private readonly question: Question,
    private readonly scenario: Scenario,
    private readonly names: DefinitionNames,
  ) {}

  features({ parameter, value, spans, isAssumed, isOption, lead = null }: Finding, isCompared: boolean): Features {
    const { question, scenario } = this;
    const { from } = spans[0]!;
    const sentence = question.sentences[question.sentence[from]!]!;
    // Words of groups and periods, such as `5 or younger` and `from the third purchase on`.
    const others = [...scenario.groups, ...scenario.periods].map(({ span }) => span);
    const count = (test: (at: number) => boolean) =>
      question.stems(sentence).filter((_, offset) => test(sentence.from + offset)).length;
    const isPast = (at: number) => question.mode[at] === 'state' && past.test(question.tokens[at]!.word);
    const features = {
      assumed: isAssumed ? 1 : 0,
      rival: lead === null ? 0 : Math.exp(-Math.max(0, lead) / rivalScale),
      change: this.changeOf(parameter, value),
      doubts: scenario.doubts.length,
      choosing: isCompared ? 0 : count((at) => this.isChoice(at) && !isIn(at, others)),
      which: !isCompared && which.test(question.words([sentence])) ? 1 : 0,
      ranging: count((at) => ranging.has(question.stem(at)) && !isIn(at, others)),
      past: Math.log1p(count(isPast)),
      'denied option': isOption ? count((at) => denying.has(question.stem(at))) : 0,
      asked: question.mode[from] === 'ask' ? 1 : 0,
      length: Math.log1p(question.tokens.length) / 2,
    };
    return Object.fromEntries(Object.entries(features).map(([name, one]) => [name, bounded(one)]));
  }

  /** Size of a change of a number, as the logarithm of its ratio to the baseline. */
  private changeOf(id: string, value: number | string): number {
    const baseline = this.names.numbers.find((one) => one.parameter.id === id)?.parameter.default;
    return typeof value === 'number' && value > 0 && baseline !== undefined && baseline > 0
      ? Math.abs(Math.log(value / baseline))
      : 0;
  }

  /** Whether a word compares two scenarios: `than` in `than today` does not. */
  private isChoice(at: number): boolean {
    const { question } = this;
    const [before, stem, next] = [at - 1, at, at + 1].map((one) => question.stem(one)) as [string, string, string];
    if (stem !== 'than') return choosing.has(stem);
    return before !== 'rather' && !today.has(next) && !fillers.has(next) && !/^\d/.test(next);
  }
}

const isIn = (at: number, spans: readonly Span[]): boolean => spans.some((one) => one.from <= at && at < one.to);
