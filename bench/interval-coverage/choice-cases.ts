import type { Scenario } from '../../src/engine/definition.js';
import { normalQuantile } from '../../src/engine/math/normal.js';
import { type CoverageCase, meanOverPopulation, splitOf, tableOf, truthOverPopulation } from './coverage-case.js';
import { cellsOf, drawPerson, type Person } from './population.js';
import type { Random } from './random.js';
import { coefficientsOf, constantTerm, factorParameter, recipeOf } from './recipe.js';

const modes = ['car', 'train', 'bus'] as const;
/** Cost per kilometer and minutes per kilometer; the parameters multiply the values of the train. */
const costPerKm = { car: 0.4, train: 0.3, bus: 0.12 };
const minutesPerKm = { car: 1, train: 1.2, bus: 2 };
const factors = [0.5, 0.75, 1, 1.25, 1.5];

const scenarios = {
  baseline: { fare: 1, time: 1 },
  changed: { fare: 0.7, time: 1 },
  other: { fare: 1, time: 0.8 },
};

/** Cost where the coefficient is the effect of one more unit, also with a Box-Cox transform. */
const typicalCost = 3;

/** Coefficients of one respondent: cost per unit, time per 10 minutes. */
interface Tastes {
  readonly cost: number;
  readonly time: number;
  /** Power of the Box-Cox transform of the cost. Default: the cost itself. */
  readonly costPower?: number;
  /** Multiplies the other coefficients. Default: 1. */
  readonly size?: number;
}

const anyone: Person = { member: 0, age: 45, distance: 20 };

const constants = { car: 0.6, train: 0.3, bus: 0 };
const memberTrain = 0.7;
const ageCar = 0.15;

function utilitiesOf(
  { cost, time, costPower, size = 1 }: Tastes,
  person: Person,
  { fare, time: timeFactor }: Scenario,
): number[] {
  return modes.map((mode) => {
    const isTrain = mode === 'train';
    const paid = costPerKm[mode] * person.distance * (isTrain ? Number(fare) : 1);
    return (
      size * constants[mode] +
      cost * (costPower === undefined ? paid : (typicalCost * ((paid / typicalCost) ** costPower - 1)) / costPower) +
      time * 0.1 * minutesPerKm[mode] * person.distance * (isTrain ? Number(timeFactor) : 1) +
      (isTrain ? size * memberTrain * person.member : 0) +
      (mode === 'car' ? (size * ageCar * (person.age - 45)) / 10 : 0)
    );
  });
}

/** Greatest expected utility, as an amount of money. */
const surplus = (tastes: Tastes, person: Person, scenario: Scenario) =>
  Math.log(utilitiesOf(tastes, person, scenario).reduce((sum, utility) => sum + Math.exp(utility), 0)) / -tastes.cost;

/** Random errors of the choices. */
interface Errors {
  /** Dissimilarity of train and bus, which are in a nest. Default: 1. */
  readonly dissimilarity?: number;
  /** Scale of members. Default: 1. */
  readonly memberScale?: number;
}

function probabilities(
  tastes: Tastes,
  person: Person,
  scenario: Scenario,
  { dissimilarity = 1, memberScale = 1 }: Errors,
  habit?: { readonly last: number; readonly utility: number },
): number[] {
  const scale = person.member ? memberScale : 1;
  const [car, ...together] = utilitiesOf(tastes, person, scenario).map(
    (utility, mode) => scale * (utility + (habit?.last === mode ? habit.utility : 0)),
  );
  const scaled = together.map((utility) => Math.exp(utility / dissimilarity));
  const sum = scaled.reduce((total, weight) => total + weight, 0);
  const [own, nest] = [Math.exp(car!), sum ** dissimilarity];
  return [own, ...scaled.map((weight) => (nest * weight) / sum)].map((weight) => weight / (own + nest));
}

/** After so many trips, the choice before the first one does not matter: agents start from those of all rows. */
const trips = 8;

/** Share of each mode on the last of several trips, each with the habit of the mode before. Any mode is equally probable before the first trip. */
function lastTrip(utility: number, transition: (habit: { last: number; utility: number }) => number[]): number[] {
  const after = modes.map((_, last) => transition({ last, utility }));
  return Array.from({ length: trips }).reduce<number[]>(
    (shares) => modes.map((_, mode) => shares.reduce((sum, share, last) => sum + share * after[last]![mode]!, 0)),
    modes.map(() => 1 / modes.length),
  );
}

function terms() {
  const perMode = (coefficient: 'time', scale: Record<string, number>, parameter: string) =>
    modes.map((mode) => ({
      id: `${coefficient}_${mode}`,
      label: `${coefficient} ${mode}`,
      coefficient,
      scale: scale[mode]!,
      alternatives: [mode],
      factors: [{ attribute: 'distance' }, ...(mode === 'train' ? [{ parameter }] : [])],
    }));
  const tenMinutes = Object.fromEntries(modes.map((mode) => [mode, 0.1 * minutesPerKm[mode]]));
  return [
    constantTerm('car', { alternatives: ['car'] }),
    constantTerm('train', { alternatives: ['train'] }),
    {
      ...{ id: 'cost', label: 'cost', coefficient: 'cost', scale: 1, alternatives: modes },
      factors: [{ variable: 'cost' }],
    },
    ...perMode('time', tenMinutes, 'time'),
    {
      ...constantTerm('member_train', { alternatives: ['train'] }),
      factors: [{ indicator: { attribute: 'member', in: ['yes'] } }],
    },
    { ...constantTerm('age_car', { alternatives: ['car'] }), scale: 0.1, factors: [{ attribute: 'age' }] },
  ];
}

interface ChoiceCase extends Pick<CoverageCase, 'name' | 'label' | 'respondents' | 'repetitions'> {
  readonly answers: number;
  /** Whether all answers of a respondent are the same, so that they are a cluster. */
  readonly repeated?: boolean;
  readonly goal?: NonNullable<CoverageCase['goal']>;
  readonly coefficients: readonly Readonly<Record<string, unknown>>[];
  readonly classes?: readonly unknown[];
  /** Coefficient of money, if the others are amounts of money. */
  readonly money?: string;
  /** Utility of the mode of the last trip. Agents then make several trips. */
  readonly habit?: number;
  /** Parameters of the random errors that the model estimates. */
  readonly errors?: Errors;
  readonly fit?: Readonly<Record<string, unknown>>;
  /** Tastes of a respondent, from two uniform numbers and its attributes. */
  readonly tastes: (uniforms: readonly [number, number], person: Person) => Tastes;
}

/** Choices between three modes with random fares and times of the train, several per respondent. */
function choiceCase(parts: ChoiceCase): CoverageCase {
  const { name, label, respondents, repetitions, answers, classes, errors = {}, fit, tastes, habit } = parts;
  const rowsOf = (id: number, random: Random) => {
    const person = drawPerson(random);
    const tastesOfRow = tastes([random.uniform(), random.uniform()], person);
    // Any mode is equally probable before the first trip.
    let last = habit === undefined ? 0 : random.pick([0, 1, 2]);
    const answer = () => {
      const [fare, time] = [random.pick(factors), random.pick(factors)];
      const before = last;
      const own = habit === undefined ? undefined : { last, utility: habit };
      last = random.select(probabilities(tastesOfRow, person, { fare, time }, errors, own));
      return {
        id: String(id),
        split: splitOf(id),
        ...cellsOf(person),
        fare: String(fare),
        time: String(time),
        ...(habit !== undefined && { last: modes[before]! }),
        mode: modes[last]!,
      };
    };
    if (!parts.repeated) return Array.from({ length: answers }, answer);
    const same = answer();
    return Array.from({ length: answers }, () => same);
  };
  return {
    name,
    label,
    respondents,
    agents: 1_000,
    repetitions,
    outcome: 'train',
    ...scenarios,
    recipe: recipeOf({
      name,
      variables: ['cost'],
      ...(habit !== undefined && {
        attributes: [
          {
            ...{ type: 'categorical', id: 'last_mode', label: 'Last mode' },
            categories: modes.map((id) => ({ id, label: id })),
          },
        ],
      }),
      parameters: [
        factorParameter('fare', 'Multiplies the fare of the train.'),
        factorParameter('time', 'Multiplies the travel time of the train.'),
      ],
      decision: {
        family: 'conditional_logit',
        id: 'mode',
        label: 'Mode',
        alternatives: modes.map((id) => ({ id, label: id, noun: `the ${id}` })),
        variables: [
          {
            ...{ id: 'cost', label: 'Cost', unit: 'CHF' },
            ...('costPower' in tastes([0.5, 0.5], anyone) && { box_cox: { power: 'cost_power', at: typicalCost } }),
            alternatives: Object.fromEntries(
              modes.map((mode) => [
                mode,
                [
                  { attribute: 'distance', scale: costPerKm[mode] },
                  ...(mode === 'train' ? [{ parameter: 'fare' }] : []),
                ],
              ]),
            ),
          },
        ],
        coefficients: parts.coefficients,
        ...(parts.money !== undefined && { money: parts.money }),
        ...(classes && { classes }),
        ...('dissimilarity' in errors && {
          nests: [{ id: 'public', label: 'Public', dissimilarity: 'dissimilarity', alternatives: ['train', 'bus'] }],
        }),
        ...('memberScale' in errors && {
          scales: [{ coefficient: 'member_scale', agents: { attribute: 'member', in: ['yes'] } }],
        }),
        ...(habit !== undefined && { periods: { number: trips, unit: 'trips', last_choice: 'last_mode' } }),
        terms: [
          ...terms(),
          ...(habit === undefined
            ? []
            : modes.map((mode) => ({
                ...{ id: `habit_${mode}`, label: 'Habit', coefficient: 'habit', scale: 1, alternatives: [mode] },
                factors: [{ indicator: { attribute: 'last_mode', in: [mode] } }],
              }))),
        ],
      },
      columns: {
        'parameter.fare': { column: 'fare' },
        'parameter.time': { column: 'time' },
        ...(habit !== undefined && { 'attribute.last_mode': { column: 'last' } }),
        outcome: { column: 'mode' },
      },
      ...(fit && { fit }),
    }),
    draw: (random) => ({
      data: tableOf(Array.from({ length: respondents }, (_, id) => rowsOf(id, random)).flat()),
    }),
    ...(parts.goal && { goal: parts.goal }),
    truth: () => {
      const truth = truthOverPopulation(scenarios, (person, scenario, uniforms) => ({
        share:
          habit === undefined
            ? probabilities(tastes(uniforms, person), person, scenario, errors)[1]!
            : lastTrip(habit, (own) => probabilities(tastes(uniforms, person), person, scenario, errors, own))[1]!,
      }));
      if (!parts.goal) return truth;
      return {
        ...truth,
        ...{ restricted: truth.segment!, matched: truth.share! },
        goal: Number(scenarios.changed[parts.goal.parameter as 'fare']),
        welfare: meanOverPopulation(
          (person, uniforms) =>
            surplus(tastes(uniforms, person), person, scenarios.changed) -
            surplus(tastes(uniforms, person), person, scenarios.baseline),
        ),
      };
    },
  };
}

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
    tastes: () => ({ cost: -0.25, time: -0.4 }),
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
    tastes: () => ({ cost: -0.25, time: -0.4 }),
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
    tastes: () => ({ cost: -0.25, time: -0.4 }),
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
    tastes: () => ({ cost: -0.25, time: -0.4 }),
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
    tastes: () => ({ cost: -0.25, time: -0.4 }),
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

function randomTastes(): CoverageCase {
  return choiceCase({
    name: 'random_tastes',
    label: 'Random tastes',
    respondents: 300,
    repetitions: 150,
    answers: 4,
    coefficients: [
      ...sharedIds.map((id) => ({
        id,
        label: id,
        ...(id === 'time' && { taste: { distribution: 'normal', spread: 'time_spread' } }),
      })),
      { id: 'time_spread', label: 'Standard deviation of time' },
    ],
    // One taste needs few draws, and the time of the fit is proportional to them.
    fit: { draws: { count: 50 } },
    tastes: ([uniform]) => ({ cost: -0.25, time: -0.5 + 0.5 * normalQuantile(uniform) }),
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
  repeatedChoice(),
  repeatedChoiceOfClasses(),
  nestedLogit(),
  scaledLogit(),
  transformedCost(),
  randomTastes(),
  amountsOfMoney(),
  latentClasses(),
  classMembership(),
];
