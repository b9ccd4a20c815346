// cspell:ignore told (a field of the definition)
import type { Scenario } from '../../model/definition.js';
import { gammaQuantiles, upperGamma } from '../../model/math/gamma.js';
import { normalCumulative } from '../../model/math/normal.js';
import { type CoverageCase, type Expected, logistic, splitOf, tableOf, truthOverPopulation } from './coverage-case.js';
import { cellsOf, drawPerson, type Person } from './population.js';
import type { Random } from './random.js';
import type { Cells, LinearReference } from './reference.js';
import {
  coefficientsOf,
  constantTerm,
  letterColumn,
  letterParameter,
  letters,
  outcomesOf,
  predictorIds,
  predictorTerms,
  recipeOf,
} from './recipe.js';

type PredictorCoefficients = Readonly<Record<(typeof predictorIds)[number], number>>;

const scenarios = { baseline: { letter: 'none' }, changed: { letter: 'friendly' }, other: { letter: 'plain' } };
const telling = { favours: 'more', less: '{number} have less', more: '{number} have more' };

function predictor(b: PredictorCoefficients, { member, age }: Person, { letter }: Scenario): number {
  const friendly = Number(letter === 'friendly');
  return (
    b.plain * Number(letter === 'plain') +
    b.friendly * friendly +
    b.member * member +
    (b.age * age) / 10 +
    b.friendly_member * friendly * member
  );
}

/** A whole calibration of an experiment, compared with a linear regression. */
interface WholeExperiment {
  /** Words for the name and label of the case. */
  readonly name: string;
  readonly label: string;
  /** Whether the fit has no interaction of letter and membership, although the data have one. */
  readonly omitsInteraction?: boolean;
  readonly values: LinearReference['values'];
}

const groupCount = 80;

interface PredictorCase extends Pick<
  CoverageCase,
  'name' | 'label' | 'respondents' | 'agents' | 'repetitions' | 'outcome' | 'measure'
> {
  readonly decision: Readonly<Record<string, unknown>>;
  readonly columns: Readonly<Record<string, unknown>>;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly parameters?: readonly Readonly<Record<string, unknown>>[];
  readonly constants?: Scenario;
  expected(person: Person, scenario: Scenario): Expected;
  /** Texts of the outcome columns of a respondent in a group with this number. */
  answer(person: Person, scenario: Scenario, random: Random, ofGroup: number): Record<string, string>;
  /** Default: only the fit. */
  readonly whole?: WholeExperiment | undefined;
  /** Draws the number that the respondents of one of {@link groupCount} groups share. Default: no groups. */
  drawGroup?(random: Random): number;
}

/** A family with one row per respondent and a randomly assigned letter. */
function predictorCase(parts: PredictorCase): CoverageCase {
  const { outcome, measure, whole, constants = {} } = parts;
  const { name, label, respondents, agents, repetitions } = whole
    ? { ...whole, respondents: 1_200, agents: 2_000, repetitions: 200 }
    : parts;
  const own = {
    baseline: { ...constants, ...scenarios.baseline },
    changed: { ...constants, ...scenarios.changed },
    other: { ...constants, ...scenarios.other },
  };
  return {
    name,
    label,
    respondents,
    agents,
    repetitions,
    outcome,
    ...(measure !== undefined && { measure }),
    ...own,
    recipe: recipeOf({
      name,
      parameters: [letterParameter, ...(parts.parameters ?? [])],
      decision: { id: 'decision', label: 'Decision', variables: [], ...fittedDecision(parts) },
      columns: { ...letterColumn, ...parts.columns },
      ...(parts.data && { data: parts.data }),
      ...(whole && { fit: { baseline_reason: 'The letters are assigned at random.', effects: effectsOf(parts) } }),
    }),
    ...(whole && {
      whole: { isRandomized: true, isModelTrue: !whole.omitsInteraction, reference: linearReference(whole) },
    }),
    draw(random) {
      const ofGroups = Array.from({ length: groupCount }, () => parts.drawGroup?.(random) ?? 0);
      return {
        data: tableOf(
          Array.from({ length: respondents }, (_, id) => {
            const group = id % groupCount;
            const person = drawPerson(random);
            const letter = random.pick(letters);
            const answer = parts.answer(person, { ...constants, letter }, random, ofGroups[group]!);
            const split = splitOf(parts.drawGroup ? group : id);
            return { id: String(id), group: String(group), split, letter, ...cellsOf(person), ...answer };
          }),
        ),
      };
    },
    truth: () => truthOverPopulation(own, (person, scenario) => parts.expected(person, scenario)),
  };
}

interface Part {
  readonly id: string;
}

/** The decision of the fit. */
function fittedDecision({ decision, whole }: PredictorCase): PredictorCase['decision'] {
  if (!whole?.omitsInteraction) return decision;
  const isFitted = ({ id }: Part) => !id.endsWith('friendly_member');
  const { coefficients, terms } = decision as { coefficients: readonly Part[]; terms: readonly Part[] };
  return { ...decision, coefficients: coefficients.filter(isFitted), terms: terms.filter(isFitted) };
}

/** As in the recipe of a spec. */
const effectsOf = ({ outcome, measure }: PredictorCase) =>
  letters.slice(1).flatMap((option) => {
    const effect = { label: option, parameter: 'letter', option, against: 'none' };
    return [
      { ...effect, outcome },
      ...(measure === undefined ? [] : [{ ...effect, label: `${option}, mean`, measure }]),
    ];
  });

const linearReference = ({ values, omitsInteraction }: WholeExperiment): LinearReference => ({
  values,
  variables({ letter, member, age }) {
    const [isMember, shown] = [Number(member), letters.slice(1).map((own) => Number(letter === own))];
    return [1, ...shown, isMember, Number(age) / 10, ...(omitsInteraction ? [] : shown.map((own) => own * isMember))];
  },
});

/** @param below probability of a yes, by the predictor */
function binary(
  parts: { name: string; label: string; link?: 'probit' | 'complementary_log_log' },
  below: (x: number) => number,
  whole?: WholeExperiment,
): CoverageCase {
  const b = { plain: 0.4, friendly: 0.7, member: 0.5, age: -0.25, friendly_member: 0.4 };
  const probability = (person: Person, scenario: Scenario) => below(0.2 + predictor(b, person, scenario));
  return predictorCase({
    name: parts.name,
    label: parts.label,
    respondents: 800,
    agents: 1_000,
    repetitions: 1_000,
    whole,
    outcome: 'yes',
    decision: {
      family: 'binary_logit',
      ...(parts.link && { link: parts.link }),
      outcomes: outcomesOf(['no', 'yes']),
      coefficients: coefficientsOf(['constant', ...predictorIds]),
      terms: [constantTerm(), ...predictorTerms()],
    },
    columns: { outcome: { column: 'answer' } },
    expected: (person, scenario) => ({ share: probability(person, scenario) }),
    answer: (person, scenario, random) => ({
      answer: random.uniform() < probability(person, scenario) ? 'yes' : 'no',
    }),
  });
}

/** Mean over a normal random intercept; a standard deviation of 0 means no random intercepts. */
function meanOverIntercepts(spread: number, value: (u: number) => number): number {
  if (spread === 0) return value(0);
  const nodes = Array.from({ length: 33 }, (_, k) => (k - 16) / 2);
  const density = (z: number) => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI) / 2;
  return nodes.reduce((sum, z) => sum + density(z) * value(spread * z), 0);
}

/** A binary logit with random intercepts of groups. */
function randomIntercepts(): CoverageCase {
  const b = { plain: 0.4, friendly: 0.7, member: 0.5, age: -0.25, friendly_member: 0.4 };
  const spread = 0.8;
  const share = (person: Person, scenario: Scenario, u: number) => logistic(0.2 + predictor(b, person, scenario) + u);
  return predictorCase({
    name: 'random_intercepts',
    label: 'Binary logit with random intercepts',
    respondents: 800,
    agents: 1_000,
    repetitions: 200,
    outcome: 'yes',
    decision: {
      family: 'binary_logit',
      random_intercept: { spread: 'group_spread' },
      outcomes: outcomesOf(['no', 'yes']),
      coefficients: coefficientsOf(['constant', ...predictorIds, 'group_spread']),
      terms: [constantTerm(), ...predictorTerms()],
    },
    columns: { outcome: { column: 'answer' } },
    data: { cluster: 'group' },
    expected: (person, scenario) => ({ share: meanOverIntercepts(spread, (u) => share(person, scenario, u)) }),
    drawGroup: (random) => spread * random.normal(),
    answer: (person, scenario, random, u) => ({
      answer: random.uniform() < share(person, scenario, u) ? 'yes' : 'no',
    }),
  });
}

/**
 * An ordered model.
 *
 * @param below distribution function of the random error
 * @param spread standard deviation of the random intercepts of groups. Default: 0, for no random intercepts
 */
function ordered(
  parts: { name: string; label: string; link?: 'probit' },
  below: (x: number) => number,
  spread = 0,
  whole?: WholeExperiment,
): CoverageCase {
  const b = { plain: 0.4, friendly: 0.8, member: 0.6, age: 0.2, friendly_member: -0.4 };
  const thresholds = [0, 1.2, 2.4];
  const levels = ['very_low', 'low', 'high', 'very_high'];
  const cumulative = (person: Person, scenario: Scenario, u: number) => [
    0,
    ...thresholds.map((threshold) => below(threshold - predictor(b, person, scenario) - u)),
    1,
  ];
  const probabilities = (person: Person, scenario: Scenario, u: number) => {
    const shares = cumulative(person, scenario, u);
    return levels.map((_, k) => shares[k + 1]! - shares[k]!);
  };
  return predictorCase({
    name: parts.name,
    label: parts.label,
    respondents: 800,
    agents: 1_000,
    repetitions: spread > 0 ? 200 : 1_000,
    whole,
    outcome: 'very_high',
    measure: 'score',
    decision: {
      family: 'ordered_logit',
      outcomes: outcomesOf(levels),
      thresholds: ['first', 'second', 'third'],
      ...(parts.link && { link: parts.link }),
      ...(spread > 0 && { random_intercept: { spread: 'group_spread' } }),
      score: { id: 'score', label: 'Score', unit: 'points', points: [1, 2, 3, 4] },
      coefficients: coefficientsOf([
        'first',
        'second',
        'third',
        ...predictorIds,
        ...(spread > 0 ? ['group_spread'] : []),
      ]),
      terms: predictorTerms(),
    },
    columns: { outcome: { column: 'answer' } },
    ...(spread > 0 && { data: { cluster: 'group' }, drawGroup: (random: Random) => spread * random.normal() }),
    expected(person, scenario) {
      const all = levels.map((_, k) => meanOverIntercepts(spread, (u) => probabilities(person, scenario, u)[k]!));
      return { share: all[3]!, mean: all.reduce((sum, probability, k) => sum + (k + 1) * probability, 0) };
    },
    answer: (person, scenario, random, u) => ({ answer: levels[random.select(probabilities(person, scenario, u))]! }),
  });
}

/** Poisson count by inversion. */
function drawPoisson(mean: number, random: Random): number {
  let [count, probability] = [0, Math.exp(-mean)];
  let rest = random.uniform() - probability;
  while (rest > 0 && count < 1_000) {
    count++;
    probability *= mean / count;
    rest -= probability;
  }
  return count;
}

/** Negative binomial count with variance μ + μ² / θ, by inversion. */
function drawNegativeBinomial(mean: number, theta: number, random: Random): number {
  let [count, probability] = [0, (theta / (theta + mean)) ** theta];
  let rest = random.uniform() - probability;
  while (rest > 0 && count < 10_000) {
    probability *= ((theta + count) / (count + 1)) * (mean / (theta + mean));
    count++;
    rest -= probability;
  }
  return count;
}

/**
 * Counts.
 *
 * @param theta θ of the negative binomial. Default: Poisson
 * @param spread standard deviation of the random intercepts of groups. Default: 0, for no random intercepts
 */
function counts(theta?: number, spread = 0, whole?: WholeExperiment): CoverageCase {
  const b = { plain: 0.2, friendly: 0.4, member: 0.3, age: 0.1, friendly_member: -0.2 };
  const meanOf = (person: Person, scenario: Scenario) => Math.exp(-0.2 + predictor(b, person, scenario));
  const isPoisson = theta === undefined;
  return predictorCase({
    name: spread > 0 ? 'random_intercepts_counts' : isPoisson ? 'poisson' : 'negative_binomial',
    label: `Counts: ${isPoisson ? 'Poisson' : 'negative binomial'}${spread > 0 ? ' with random intercepts' : ''}`,
    respondents: 800,
    agents: 1_000,
    repetitions: spread > 0 ? 200 : 1_000,
    whole,
    outcome: 'none',
    measure: 'visits',
    decision: {
      family: 'counts',
      count: {
        id: 'visits',
        label: 'Visits',
        unit: 'visits',
        words: { none: 'no visits', one: 'one visit', more: '{count} visits' },
      },
      outcomes: [
        { id: 'none', label: 'No visit', noun: 'no visit', from: 0 },
        { id: 'few', label: 'One or two visits', noun: 'one or two visits', from: 1 },
        { id: 'many', label: 'More visits', noun: 'more visits', from: 3 },
      ],
      telling,
      ...(!isPoisson && { dispersion: 'log_theta' }),
      ...(spread > 0 && { random_intercept: { spread: 'group_spread' } }),
      coefficients: coefficientsOf([
        'constant',
        ...predictorIds,
        ...(isPoisson ? [] : ['log_theta']),
        ...(spread > 0 ? ['group_spread'] : []),
      ]),
      terms: [constantTerm(), ...predictorTerms()],
    },
    columns: { outcome: { column: 'visits' } },
    ...(spread > 0 && { data: { cluster: 'group' }, drawGroup: (random) => spread * random.normal() }),
    expected(person, scenario) {
      const ofGroup = (u: number) => meanOf(person, scenario) * Math.exp(u);
      const none = (mean: number) => (isPoisson ? Math.exp(-mean) : (theta / (theta + mean)) ** theta);
      return {
        mean: meanOverIntercepts(spread, ofGroup),
        share: meanOverIntercepts(spread, (u) => none(ofGroup(u))),
      };
    },
    answer(person, scenario, random, u = 0) {
      const mean = meanOf(person, scenario) * Math.exp(u);
      return { visits: String(isPoisson ? drawPoisson(mean, random) : drawNegativeBinomial(mean, theta, random)) };
    },
  });
}

function hazard(whole?: WholeExperiment): CoverageCase {
  const b = { plain: 0.2, friendly: 0.5, member: 0.3, age: -0.1, friendly_member: 0.2 };
  const periods = 8;
  const lateFrom = 4;
  const hazardOf = (person: Person, scenario: Scenario, period: number) =>
    Math.exp(-1.2 - 0.4 * Number(period >= lateFrom) + predictor(b, person, scenario));
  /** Probability of still being in the state after each period, from period 0. */
  const survival = (person: Person, scenario: Scenario) => {
    let total = 0;
    return [1, ...Array.from({ length: periods }, (_, k) => Math.exp(-(total += hazardOf(person, scenario, k + 1))))];
  };
  return predictorCase({
    name: 'hazard',
    label: 'Hazard (durations)',
    respondents: 800,
    agents: 1_000,
    repetitions: 1_000,
    whole,
    outcome: 'short',
    measure: 'duration',
    decision: {
      family: 'hazard',
      periods,
      duration: {
        id: 'duration',
        label: 'Duration',
        unit: 'weeks',
        period_length: 1,
        ended: 'for {value}',
        staying: 'for more than {value}',
      },
      curve: { id: 'staying', label: 'Still in the state' },
      outcomes: [
        { id: 'short', label: 'At most three weeks', noun: 'at most three weeks', until: 3 },
        { id: 'medium', label: 'Four to eight weeks', noun: 'four to eight weeks', until: periods },
        { id: 'long', label: 'Longer', noun: 'longer' },
      ],
      telling,
      coefficients: coefficientsOf(['constant', 'late', ...predictorIds]),
      terms: [
        constantTerm(),
        {
          ...constantTerm('late'),
          factors: [{ indicator: { state: 'period', at_least: lateFrom } }],
        },
        ...predictorTerms(),
      ],
    },
    columns: { 'outcome.duration': { column: 'duration' }, 'outcome.event': { column: 'event' } },
    data: { expand: { durations: { longest: periods } } },
    expected(person, scenario) {
      const staying = survival(person, scenario);
      return { share: 1 - staying[3]!, mean: staying.slice(0, periods).reduce((sum, share) => sum + share, 0) };
    },
    answer(person, scenario, random) {
      // A linear regression needs whole durations.
      const censored = whole ? periods : random.pick([3, 5, periods, periods, periods]);
      const staying = survival(person, scenario);
      const rest = random.uniform();
      const ended = staying.findIndex((share, period) => period > 0 && share < rest);
      return ended > 0 && ended <= censored
        ? { duration: String(ended), event: '1' }
        : { duration: String(censored), event: '0' };
    },
  });
}

/** Coefficients and terms of the predictors of the amount and of 0. @param ancillary coefficient that no term uses */
function twoParts(ancillary: string) {
  const equations = ['amount', 'zero'] as const;
  const idsOf = (equation: string) => [`${equation}_constant`, ...predictorIds.map((id) => `${equation}_${id}`)];
  return {
    coefficients: coefficientsOf([...equations.flatMap(idsOf), ancillary]),
    terms: equations.flatMap((equation) => [
      constantTerm(`${equation}_constant`, { equation }),
      ...predictorTerms(`${equation}_`, { equation }),
    ]),
  };
}

function willingnessToPay(): CoverageCase {
  const amount = { plain: 0.2, friendly: 0.4, member: 0.3, age: 0.05, friendly_member: 0.2 };
  const zero = { plain: -0.2, friendly: -0.5, member: -0.4, age: 0.1, friendly_member: 0 };
  const [amountConstant, zeroConstant, sigma, most] = [3, -1.4, 0.9, 200];
  const nothing = (person: Person, scenario: Scenario) => logistic(zeroConstant + predictor(zero, person, scenario));
  const logMean = (person: Person, scenario: Scenario) => amountConstant + predictor(amount, person, scenario);
  return predictorCase({
    name: 'willingness_to_pay',
    label: 'Willingness to pay',
    respondents: 1_000,
    agents: 1_000,
    repetitions: 1_000,
    outcome: 'pays',
    measure: 'most_paid',
    parameters: [
      {
        type: 'number',
        id: 'price',
        label: 'Price',
        description: 'Offered price.',
        unit: 'EUR',
        default: 30,
        minimum: 1,
        maximum: most,
        calibrated_range: [5, 160],
      },
    ],
    constants: { price: 30 },
    decision: {
      family: 'willingness_to_pay',
      log_sigma: 'log_sigma',
      price: 'price',
      amount: {
        id: 'most_paid',
        label: 'Maximum amount',
        unit: 'EUR',
        most,
        told: 'I would pay up to {value}',
        beyond: 'I would pay more than {value}',
      },
      curve: { id: 'demand', label: 'Would pay this price', prices: [10, 30, 100] },
      outcomes: outcomesOf(['nothing', 'less', 'pays']),
      telling,
      ...twoParts('log_sigma'),
    },
    columns: { 'outcome.lower': { column: 'lower' }, 'outcome.upper': { column: 'upper' } },
    expected(person, scenario) {
      const paying = 1 - nothing(person, scenario);
      const mean = logMean(person, scenario);
      const z = (at: number) => (Math.log(at) - mean) / sigma;
      const below = Math.exp(mean + sigma ** 2 / 2) * normalCumulative(z(most) - sigma);
      return {
        share: paying * normalCumulative(-z(Number(scenario.price))),
        mean: paying * (below + most * normalCumulative(-z(most))),
      };
    },
    answer(person, scenario, random) {
      // Respondents that would pay nothing state it. The others accept or reject two prices.
      if (random.uniform() < nothing(person, scenario)) return { lower: '0', upper: '0.01' };
      const value = Math.exp(logMean(person, scenario) + sigma * random.normal());
      const bid = random.pick([10, 20, 40, 80]);
      const bounds = [0.01, bid / 2, bid, 2 * bid].filter((price) => price <= Math.max(value, 0.01));
      const lower = bounds[bounds.length - 1]!;
      const upper = [bid / 2, bid, 2 * bid].find((price) => price > value);
      return { lower: String(lower), upper: upper === undefined ? '' : String(upper) };
    },
  });
}

/** Gamma amounts that can be 0. */
function amounts(whole?: WholeExperiment): CoverageCase {
  const amount = { plain: 0.2, friendly: 0.4, member: 0.3, age: 0.05, friendly_member: 0.2 };
  const zero = { plain: -0.2, friendly: -0.5, member: -0.4, age: 0.1, friendly_member: 0 };
  const [amountConstant, zeroConstant, shape, much] = [3, -1, 1.5, 30];
  const nothing = (person: Person, scenario: Scenario) => logistic(zeroConstant + predictor(zero, person, scenario));
  const meanOf = (person: Person, scenario: Scenario) => Math.exp(amountConstant + predictor(amount, person, scenario));
  const quantile = gammaQuantiles(shape);
  return predictorCase({
    name: 'amounts',
    label: 'Amounts: gamma or 0',
    respondents: 800,
    agents: 1_000,
    repetitions: 1_000,
    whole,
    outcome: 'much',
    measure: 'spending',
    decision: {
      family: 'amounts',
      log_shape: 'log_shape',
      amount: { id: 'spending', label: 'Spending', unit: 'EUR', told: 'I spend {value}' },
      outcomes: [
        { id: 'nothing', label: 'Nothing', noun: 'nothing', from: 0 },
        { id: 'little', label: 'Less than EUR 30', noun: 'less than EUR 30', from: 0 },
        { id: 'much', label: 'At least EUR 30', noun: 'at least EUR 30', from: much },
      ],
      telling,
      ...twoParts('log_shape'),
    },
    columns: { outcome: { column: 'spending' } },
    expected(person, scenario) {
      const [any, mean] = [1 - nothing(person, scenario), meanOf(person, scenario)];
      return { share: any * upperGamma(shape, (shape * much) / mean), mean: any * mean };
    },
    answer(person, scenario, random) {
      if (random.uniform() < nothing(person, scenario)) return { spending: '0' };
      return { spending: String(meanOf(person, scenario) * quantile(random.uniform())) };
    },
  });
}

/** Shares of the letters that members and others have. Members have the friendly one more often, so that it is not assigned at random. */
const letterMix = (member: number) => (member === 1 ? [0.2, 0.3, 0.5] : [0.5, 0.3, 0.2]);

/**
 * A binary choice whose baseline keeps the letter that each agent has. A scenario sets all agents to one letter. The terms occur twice with
 * one coefficient: for the letter of the scenario, and for that of the agent if the scenario keeps it.
 */
function lettersAsObserved(): CoverageCase {
  const b = { plain: 0.4, friendly: 0.7, member: 0.5, age: -0.25, friendly_member: 0 };
  const own = {
    baseline: { letter: 'as_observed' },
    changed: { letter: 'friendly' },
    other: { letter: 'none' },
  };
  const probability = (person: Person, letter: string) => logistic(0.2 + predictor(b, person, { letter }));
  const [name, respondents] = ['as_observed', 800];
  const shown = ['plain', 'friendly'] as const;
  const indicator = (kind: 'parameter' | 'attribute', id: string) => ({ indicator: { [kind]: 'letter', in: [id] } });
  const term = (id: string, coefficient: string, factors: readonly unknown[]) => ({
    ...{ id, label: id, coefficient, scale: coefficient === 'age' ? 0.1 : 1, factors },
  });
  return {
    ...{ name, label: 'Binary logit, parameter as observed', respondents, agents: 1_000, repetitions: 1_000 },
    ...{ outcome: 'yes', ...own },
    recipe: recipeOf({
      name,
      attributes: [
        {
          ...{ type: 'categorical', id: 'letter', label: 'Letter' },
          categories: letters.map((id) => ({ id, label: `Letter: ${id}` })),
        },
      ],
      parameters: [
        {
          ...letterParameter,
          default: 'as_observed',
          options: [{ id: 'as_observed', label: 'As observed', phrase: 'my letter' }, ...letterParameter.options],
        },
      ],
      decision: {
        ...{ id: 'decision', label: 'Decision', variables: [], family: 'binary_logit' },
        outcomes: outcomesOf(['no', 'yes']),
        coefficients: coefficientsOf(['constant', ...shown, 'member', 'age']),
        terms: [
          constantTerm(),
          ...shown.flatMap((id) => [
            term(id, id, [indicator('parameter', id)]),
            term(`own_${id}`, id, [indicator('parameter', 'as_observed'), indicator('attribute', id)]),
          ]),
          term('member', 'member', [{ indicator: { attribute: 'member', in: ['yes'] } }]),
          term('age', 'age', [{ attribute: 'age' }]),
        ],
      },
      columns: { ...letterColumn, 'attribute.letter': { column: 'letter' }, outcome: { column: 'answer' } },
      fit: {
        joint: ['member', 'letter'],
        effects: [
          { label: 'Friendly letter', parameter: 'letter', option: 'friendly', against: 'none', outcome: 'yes' },
        ],
      },
    }),
    draw: (random) => ({
      data: tableOf(
        Array.from({ length: respondents }, (_, id) => {
          const person = drawPerson(random);
          const letter = letters[random.select(letterMix(person.member))]!;
          const answer = random.uniform() < probability(person, letter) ? 'yes' : 'no';
          return { id: String(id), split: splitOf(id), letter, ...cellsOf(person), answer };
        }),
      ),
    }),
    truth: () =>
      truthOverPopulation(own, (person, { letter }) => ({
        share:
          letter === 'as_observed'
            ? letterMix(person.member).reduce((sum, share, k) => sum + share * probability(person, letters[k]!), 0)
            : probability(person, String(letter)),
      })),
  };
}

export const predictorCases = (): CoverageCase[] => [
  binary({ name: 'binary_logit', label: 'Binary logit' }, logistic),
  randomIntercepts(),
  binary({ name: 'binary_probit', label: 'Binary probit', link: 'probit' }, normalCumulative),
  binary(
    { name: 'binary_log_log', label: 'Binary complementary log-log', link: 'complementary_log_log' },
    (x) => 1 - Math.exp(-Math.exp(x)),
  ),
  lettersAsObserved(),
  ordered({ name: 'ordered_logit', label: 'Ordered logit' }, logistic),
  ordered({ name: 'ordered_random_intercepts', label: 'Ordered logit with random intercepts' }, logistic, 0.8),
  ordered({ name: 'ordered_probit', label: 'Ordered probit', link: 'probit' }, normalCumulative),
  counts(),
  counts(1.5),
  counts(undefined, 0.6),
  hazard(),
  willingnessToPay(),
  amounts(),
];

/** Experiments of each family, with and without the interaction in the fit. */
export const experimentCases = (): CoverageCase[] => {
  const both = (name: string, label: string, values: LinearReference['values']): WholeExperiment[] => [
    { name: `${name}_experiment`, label: `${label}, experiment`, values },
    { name: `${name}_omitted`, label: `${label}, omitted interaction`, values, omitsInteraction: true },
  ];
  const isAtLeast = (column: string, least: number) => (cells: Cells) => Number(Number(cells[column]) >= least);
  const number = (column: string) => (cells: Cells) => Number(cells[column]);
  const levels = ['very_low', 'low', 'high', 'very_high'];
  return [
    ...both('binary', 'Binary logit', { yes: ({ answer }) => Number(answer === 'yes') }).map((whole) =>
      binary(whole, logistic, whole),
    ),
    ...both('ordered', 'Ordered logit', {
      very_high: ({ answer }) => Number(answer === 'very_high'),
      score: ({ answer }) => 1 + levels.indexOf(answer!),
    }).map((whole) => ordered(whole, logistic, 0, whole)),
    ...both('counts', 'Negative binomial', {
      none: (cells) => 1 - isAtLeast('visits', 1)(cells),
      visits: number('visits'),
    }).map((whole) => counts(1.5, 0, whole)),
    ...both('durations', 'Durations', {
      short: ({ duration, event }) => Number(event === '1' && Number(duration) <= 3),
      duration: number('duration'),
    }).map(hazard),
    ...both('amounts', 'Amounts with zeros', {
      much: isAtLeast('spending', 30),
      spending: number('spending'),
    }).map(amounts),
  ];
};
