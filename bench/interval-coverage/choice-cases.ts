import type { TasteDistribution } from '../../model/families/conditional-logit/conditional-logit.schema.js';
import { normalQuantile } from '../../model/math/normal.js';
import { type ChoiceCase, choiceCase, fareOfTrip } from './choice-model.js';
import type { CoverageCase } from './coverage-case.js';
import type { Person } from './population.js';
import { coefficientsOf } from './recipe.js';

/** Coefficients of cost and time without random tastes. */
const typicalTastes = { cost: -0.25, time: -0.4 };

const sharedIds = ['car', 'train', 'cost', 'time', 'member_train', 'age_car'];

function conditionalLogit(): CoverageCase {
  return choiceCase({
    name: 'conditional_logit',
    label: 'Conditional logit',
    respondents: 800,
    repetitions: 1_000,
    answers: 1,
    goal: { parameter: 'fare', from: 0.2, to: 2 },
    coefficients: coefficientsOf(sharedIds),
    tastes: () => typicalTastes,
  });
}

/** Several trips with the habit of the last mode. */
function repeatedChoice(): CoverageCase {
  return choiceCase({
    name: 'repeated_choice',
    label: 'Repeated choice with habits',
    respondents: 800,
    repetitions: 500,
    answers: 1,
    habit: 0.8,
    coefficients: coefficientsOf([...sharedIds, 'habit']),
    tastes: () => typicalTastes,
  });
}

/** Several trips, of which the sixth and the eighth have fares of their own. */
function valuesByPeriod(): CoverageCase {
  const [sixth, eighth] = [fareOfTrip(6), fareOfTrip(8)];
  return choiceCase({
    name: 'values_by_period',
    label: 'Repeated choice with values by period',
    respondents: 800,
    repetitions: 200,
    answers: 1,
    habit: 0.8,
    ownFares: [6, 8],
    scenarios: {
      baseline: { [sixth]: 1, [eighth]: 1 },
      changed: { [sixth]: 0.5, [eighth]: 0.8 },
      other: { [sixth]: 1, [eighth]: 1.25 },
    },
    coefficients: coefficientsOf([...sharedIds, 'habit']),
    tastes: () => typicalTastes,
  });
}

/** Several trips with the habit of the last mode, and random tastes. */
function repeatedChoiceOfTastes(): CoverageCase {
  return timeTaste({
    name: 'repeated_choice_tastes',
    label: 'Repeated choice with habits and random tastes',
    repetitions: 150,
    habit: 0.8,
    distribution: 'normal',
    number: normalQuantile,
  });
}

/** Several trips with the habit of the last mode, of two latent classes. */
function repeatedChoiceOfClasses(): CoverageCase {
  const own = ['cost', 'time'];
  return choiceCase({
    name: 'repeated_choice_classes',
    label: 'Repeated choice with habits in latent classes',
    respondents: 400,
    repetitions: 200,
    answers: 5,
    habit: 0.8,
    coefficients: coefficientsOf([...sharedIds, ...own.map(secondId), 'habit', 'second_log_odds']),
    classes: twoClasses(own),
    tastes: ([uniform]) => (uniform < secondClass ? { cost: -0.05, time: -1.2 } : { cost: -0.5, time: -0.1 }),
  });
}

/** Answers that a respondent repeats. Only a clustered covariance has the right size. */
function clusteredLogit(): CoverageCase {
  return choiceCase({
    name: 'clustered_logit',
    label: 'Conditional logit, clustered',
    respondents: 400,
    repetitions: 500,
    answers: 4,
    repeated: true,
    fit: { clustered: true },
    coefficients: coefficientsOf(sharedIds),
    tastes: () => typicalTastes,
  });
}

/** Answers that a respondent repeats, with the covariance of fits to resampled respondents. */
function bootstrappedLogit(): CoverageCase {
  return choiceCase({
    name: 'bootstrapped_logit',
    label: 'Conditional logit, bootstrap of respondents',
    respondents: 400,
    repetitions: 300,
    answers: 4,
    repeated: true,
    fit: { clustered: true, bootstrap: { replicates: 100 } },
    coefficients: coefficientsOf(sharedIds),
    tastes: () => typicalTastes,
  });
}

/** An earlier study has about the same precision as the data. */
function logitWithPriors(): CoverageCase {
  return choiceCase({
    name: 'priors',
    label: 'Conditional logit with priors of an earlier study',
    respondents: 800,
    repetitions: 1_000,
    answers: 1,
    earlierStudy: { cost: { mean: typicalTastes.cost, sd: 0.03 }, time: { mean: typicalTastes.time, sd: 0.08 } },
    coefficients: coefficientsOf(sharedIds),
    tastes: () => typicalTastes,
  });
}

function rankings(): CoverageCase {
  return choiceCase({
    name: 'rankings',
    label: 'Rankings',
    respondents: 500,
    repetitions: 1_000,
    answers: 1,
    ranked: true,
    coefficients: coefficientsOf(sharedIds),
    tastes: () => typicalTastes,
  });
}

function choiceBasedSample(): CoverageCase {
  return choiceCase({
    name: 'choice_based_sample',
    label: 'Choice-based sample',
    respondents: 800,
    repetitions: 1_000,
    answers: 1,
    sampling: { car: 0.3, train: 0.1, bus: 1 },
    coefficients: coefficientsOf(sharedIds),
    tastes: () => typicalTastes,
  });
}

function nestedLogit(): CoverageCase {
  return choiceCase({
    name: 'nested_logit',
    label: 'Nested logit',
    respondents: 800,
    repetitions: 500,
    answers: 1,
    errors: { dissimilarity: 0.4 },
    coefficients: coefficientsOf([...sharedIds, 'dissimilarity']),
    tastes: () => typicalTastes,
  });
}

/** The train is in a nest with the bus and in a nest with the car. */
function crossNestedLogit(): CoverageCase {
  return choiceCase({
    name: 'cross_nested_logit',
    label: 'Cross-nested logit',
    respondents: 3_000,
    repetitions: 300,
    answers: 1,
    errors: { dissimilarity: 0.4, cross: { dissimilarity: 0.3, share: 0.6 } },
    coefficients: coefficientsOf([...sharedIds, 'dissimilarity', 'fast_dissimilarity', 'public_share']),
    tastes: () => typicalTastes,
  });
}

function scaledLogit(): CoverageCase {
  return choiceCase({
    name: 'scaled_logit',
    label: 'Conditional logit with scales',
    respondents: 800,
    repetitions: 500,
    answers: 1,
    errors: { memberScale: 0.5 },
    coefficients: coefficientsOf([...sharedIds, 'member_scale']),
    tastes: () => typicalTastes,
  });
}

function transformedCost(): CoverageCase {
  return choiceCase({
    name: 'box_cox',
    label: 'Conditional logit with a Box-Cox variable',
    respondents: 800,
    repetitions: 500,
    answers: 1,
    coefficients: coefficientsOf([...sharedIds, 'cost_power']),
    tastes: () => ({ cost: -0.5, time: -0.4, costPower: 0.5 }),
  });
}

interface TimeTaste extends Pick<ChoiceCase, 'name' | 'label' | 'repetitions' | 'habit'> {
  readonly distribution: TasteDistribution;
  /** Standard number of a respondent from a uniform number. */
  readonly number: (uniform: number) => number;
  /** Default: 0.5. */
  readonly spread?: number;
}

/** Random coefficient of time. */
function timeTaste({ name, label, repetitions, habit, distribution, number, spread = 0.5 }: TimeTaste): CoverageCase {
  return choiceCase({
    name,
    label,
    respondents: 300,
    repetitions,
    answers: 4,
    ...(habit !== undefined && { habit }),
    coefficients: [
      ...sharedIds.map((id) => ({
        id,
        label: id,
        ...(id === 'time' && { taste: { distribution, spread: 'time_spread' } }),
      })),
      { id: 'time_spread', label: 'Spread of time' },
      ...(habit === undefined ? [] : coefficientsOf(['habit'])),
    ],
    // One taste needs few draws, and the time of the fit is proportional to them.
    fit: { draws: { count: 50 } },
    tastes: ([uniform]) => ({ cost: -0.25, time: -0.5 + spread * number(uniform) }),
  });
}

const randomTastes = () =>
  timeTaste({
    ...{ name: 'random_tastes', label: 'Random tastes', repetitions: 150 },
    ...{ distribution: 'normal', number: normalQuantile },
  });

const uniformTastes = () =>
  timeTaste({
    ...{ name: 'uniform_tastes', label: 'Random tastes, uniform', repetitions: 300 },
    ...{ distribution: 'uniform', spread: 0.9, number: (uniform) => 2 * uniform - 1 },
  });

const triangularTastes = () =>
  timeTaste({
    ...{ name: 'triangular_tastes', label: 'Random tastes, triangular', repetitions: 300 },
    ...{ distribution: 'triangular', spread: 1.2, number: triangularQuantile },
  });

/** Quantile of the symmetric triangular distribution from -1 to 1. */
const triangularQuantile = (uniform: number) =>
  uniform < 0.5 ? Math.sqrt(2 * uniform) - 1 : 1 - Math.sqrt(2 * (1 - uniform));

/** Normal coefficients of cost and time with a correlation of 0.5. */
function correlatedTastes(): CoverageCase {
  const tastes: Readonly<Record<string, object>> = {
    cost: { distribution: 'normal', spread: 'cost_spread' },
    time: { distribution: 'normal', spread: 'time_spread', correlated_with: { cost: 'time_with_cost' } },
  };
  return choiceCase({
    name: 'correlated_tastes',
    label: 'Random tastes, correlated',
    respondents: 200,
    repetitions: 100,
    answers: 8,
    coefficients: [
      ...sharedIds.map((id) => ({ id, label: id, ...(tastes[id] && { taste: tastes[id] }) })),
      ...coefficientsOf(['cost_spread', 'time_spread', 'time_with_cost']),
    ],
    fit: { draws: { count: 100 } },
    tastes: ([first, second]) => {
      const [own, other] = [normalQuantile(first), normalQuantile(second)];
      return { cost: -0.4 + 0.2 * own, time: -0.6 + 0.6 * (0.5 * own + Math.sqrt(1 - 0.5 ** 2) * other) };
    },
  });
}

/** Coefficients in money, with a log-normal coefficient of money. */
function amountsOfMoney(): CoverageCase {
  return choiceCase({
    name: 'amounts_of_money',
    label: 'Willingness-to-pay space',
    respondents: 300,
    repetitions: 400,
    answers: 4,
    money: 'cost',
    coefficients: [
      ...sharedIds.map((id) => ({
        id,
        label: id,
        ...(id === 'cost' && { taste: { distribution: 'log_normal', sign: -1, spread: 'cost_spread' } }),
      })),
      { id: 'cost_spread', label: 'Standard deviation of the log of cost' },
    ],
    fit: { draws: { count: 50 } },
    tastes: ([uniform]) => {
      const size = Math.exp(0.5 * normalQuantile(uniform));
      return { cost: -0.25 * size, time: -0.4 * size, size };
    },
  });
}

const secondId = (id: string) => `second_${id}`;

/**
 * Two latent classes, of which the second replaces some coefficients.
 *
 * @param membership terms of the log odds of the second class. Default: a constant only
 */
function twoClasses(replaced: readonly string[], membership?: readonly object[]) {
  return [
    { id: 'first', label: 'First class', phrase: 'I belong to the first class', coefficients: {} },
    {
      id: 'second',
      label: 'Second class',
      phrase: 'I belong to the second class',
      log_odds: 'second_log_odds',
      coefficients: Object.fromEntries(replaced.map((id) => [id, secondId(id)])),
      ...(membership && { membership }),
    },
  ];
}

/** Share of the second class. */
const secondClass = 0.4;

function latentClasses(): CoverageCase {
  return choiceCase({
    name: 'latent_classes',
    label: 'Latent classes',
    respondents: 500,
    repetitions: 300,
    answers: 3,
    coefficients: coefficientsOf([...sharedIds, ...sharedIds.map(secondId), 'second_log_odds']),
    classes: twoClasses(sharedIds),
    tastes: ([uniform]) => (uniform < secondClass ? { cost: -0.05, time: -1.2 } : { cost: -0.5, time: -0.1 }),
  });
}

/** Log odds of the second class. */
const secondLogOdds = (person: Person) => -0.8 + 1.4 * person.member + (0.3 * (person.age - 45)) / 10;

/** Latent classes whose shares depend on attributes. The classes share all coefficients except cost and time. */
function classMembership(): CoverageCase {
  const own = ['cost', 'time'];
  return choiceCase({
    name: 'class_membership',
    label: 'Latent classes with attributes in their log odds',
    respondents: 500,
    repetitions: 300,
    answers: 4,
    coefficients: coefficientsOf([
      ...sharedIds,
      ...own.map(secondId),
      ...['second_log_odds', 'second_member', 'second_age'],
    ]),
    classes: twoClasses(own, [
      {
        ...{ id: 'second_member', label: 'Member', coefficient: 'second_member', scale: 1 },
        factors: [{ indicator: { attribute: 'member', in: ['yes'] } }],
      },
      {
        ...{ id: 'second_age', label: 'Age', coefficient: 'second_age', scale: 0.1 },
        factors: [{ attribute: 'age' }],
      },
    ]),
    tastes: ([uniform], person) =>
      uniform < 1 / (1 + Math.exp(-secondLogOdds(person))) ? { cost: -0.05, time: -1.2 } : { cost: -0.5, time: -0.1 },
  });
}

export const choiceCases = (): CoverageCase[] => [
  conditionalLogit(),
  clusteredLogit(),
  bootstrappedLogit(),
  logitWithPriors(),
  rankings(),
  choiceBasedSample(),
  repeatedChoice(),
  valuesByPeriod(),
  repeatedChoiceOfTastes(),
  repeatedChoiceOfClasses(),
  nestedLogit(),
  crossNestedLogit(),
  scaledLogit(),
  transformedCost(),
  randomTastes(),
  uniformTastes(),
  triangularTastes(),
  correlatedTastes(),
  amountsOfMoney(),
  latentClasses(),
  classMembership(),
];
