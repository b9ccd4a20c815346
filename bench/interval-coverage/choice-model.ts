import type { Priors } from '../../model/fitting/priors.js';
import type { Scenario } from '../../model/definition.js';
import { type CoverageCase, meanOverPopulation, splitOf, tableOf, truthOverPopulation } from './coverage-case.js';
import { cellsOf, drawPerson, type Person } from './population.js';
import type { Random } from './random.js';
import { constantTerm, factorParameter, recipeOf } from './recipe.js';
import type { ReferenceModel } from './reference.js';

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
  /** Second nest, of the car and the train. Default: the car is alone, and all of the train is in the nest with the bus. */
  readonly cross?: {
    readonly dissimilarity: number;
    /** Share of the train in the nest with the bus. */
    readonly share: number;
  };
  /** Scale of members. Default: 1. */
  readonly memberScale?: number;
}

function probabilities(
  tastes: Tastes,
  person: Person,
  scenario: Scenario,
  { dissimilarity = 1, cross = { dissimilarity: 1, share: 1 }, memberScale = 1 }: Errors,
  habit?: { readonly last: number; readonly utility: number },
): number[] {
  const scale = person.member ? memberScale : 1;
  const [car, train, bus] = utilitiesOf(tastes, person, scenario).map((utility, mode) =>
    Math.exp(scale * (utility + (habit?.last === mode ? habit.utility : 0))),
  ) as [number, number, number];
  const nests = [
    { members: [0, cross.share * train, bus], power: dissimilarity },
    { members: [car, (1 - cross.share) * train, 0], power: cross.dissimilarity },
  ].map(({ members, power }) => {
    const weights = members.map((weight) => weight ** (1 / power));
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return { value: sum ** power, within: weights.map((weight) => weight / sum) };
  });
  const total = nests.reduce((sum, { value }) => sum + value, 0);
  return modes.map((_, mode) => nests.reduce((sum, { value, within }) => sum + (value * within[mode]!) / total, 0));
}

/** The chosen mode, or the first modes of a ranking. Each rank is the choice from the modes that remain. */
function drawModes(probability: readonly number[], ranks: number, random: Random): number[] {
  const rest = [...probability];
  return Array.from({ length: ranks }, () => {
    const sum = rest.reduce((total, weight) => total + weight, 0);
    const mode = random.select(rest.map((weight) => weight / sum));
    rest[mode] = 0;
    return mode;
  });
}

/** After so many trips, the choice before the first one does not matter: agents start from those of all rows. */
const trips = 8;

/** Share of each mode on the last of several trips, each with the habit of the mode before. Any mode is equally probable before the first trip. */
function lastTrip(transition: (trip: number, last: number) => number[]): number[] {
  return Array.from({ length: trips }, (_, k) => k + 1).reduce<number[]>(
    (shares, trip) => {
      const after = modes.map((_, last) => transition(trip, last));
      return modes.map((_, mode) => shares.reduce((sum, share, last) => sum + share * after[last]![mode]!, 0));
    },
    modes.map(() => 1 / modes.length),
  );
}

/** Id of the parameter with the fare of one trip. */
export const fareOfTrip = (trip: number) => `fare_${trip}`;

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

/** The model without random tastes and habits, as other programs fit it. */
export const choiceReference: ReferenceModel = {
  ...{ column: 'mode', alternatives: modes },
  variables: ({ fare, time, member, age, distance }) =>
    modes.map((mode) => {
      const [isTrain, isCar] = [mode === 'train', mode === 'car'];
      return [
        ...[Number(isCar), Number(isTrain)],
        costPerKm[mode] * Number(distance) * (isTrain ? Number(fare) : 1),
        0.1 * minutesPerKm[mode] * Number(distance) * (isTrain ? Number(time) : 1),
        isTrain ? Number(member) : 0,
        isCar ? Number(age) / 10 : 0,
      ];
    }),
};

export interface ChoiceCase extends Pick<CoverageCase, 'name' | 'label' | 'respondents' | 'repetitions'> {
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
  /** Trips with a fare of their own. Requires `habit`. Default: none. */
  readonly ownFares?: readonly number[];
  /** Values of the parameters in addition to the scenarios of all cases. */
  readonly scenarios?: Readonly<Partial<Record<keyof typeof scenarios, Scenario>>>;
  /** Parameters of the random errors that the model estimates. */
  readonly errors?: Errors;
  /** Whether respondents rank the modes from the first to the last. Only without `errors`. */
  readonly ranked?: boolean;
  /** Probability that a respondent is sampled, by the chosen mode. Default: the same for all. */
  readonly sampling?: Readonly<Record<(typeof modes)[number], number>>;
  /** Coefficients that an earlier study estimated: true values, and standard errors of the study. */
  readonly earlierStudy?: Priors;
  readonly fit?: Readonly<Record<string, unknown>>;
  /** Tastes of a respondent, from two uniform numbers and its attributes. */
  readonly tastes: (uniforms: readonly [number, number], person: Person) => Tastes;
}

/** Choices between three modes with random fares and times of the train, several per respondent. */
export function choiceCase(parts: ChoiceCase): CoverageCase {
  const { name, label, respondents, repetitions, answers, classes, errors = {}, tastes, habit } = parts;
  const { ownFares = [], ranked = false, sampling, earlierStudy } = parts;
  const own = {
    baseline: { ...scenarios.baseline, ...parts.scenarios?.baseline },
    changed: { ...scenarios.changed, ...parts.scenarios?.changed },
    other: { ...scenarios.other, ...parts.scenarios?.other },
  };
  const fit = { ...parts.fit, ...(earlierStudy && { priors: earlierStudy }) };
  const rowsOf = (id: number, random: Random) => {
    const person = drawPerson(random);
    const tastesOfRow = tastes([random.uniform(), random.uniform()], person);
    // Any mode is equally probable before the first trip.
    let last = habit === undefined ? 0 : random.pick([0, 1, 2]);
    const answer = () => {
      const [fare, time] = [random.pick(factors), random.pick(factors)];
      const before = last;
      const ofHabit = habit === undefined ? undefined : { last, utility: habit };
      const shares = probabilities(tastesOfRow, person, { fare, time }, errors, ofHabit);
      const [first, second] = drawModes(shares, ranked ? 2 : 1, random);
      last = first!;
      return {
        id: String(id),
        split: splitOf(id),
        ...cellsOf(person),
        fare: String(fare),
        time: String(time),
        ...(habit !== undefined && { last: modes[before]! }),
        mode: modes[last]!,
        ...(ranked && { second: modes[second!]! }),
      };
    };
    if (!parts.repeated) return Array.from({ length: answers }, answer);
    const same = answer();
    return Array.from({ length: answers }, () => same);
  };
  const sampledRowsOf = (id: number, random: Random) => {
    let rows = rowsOf(id, random);
    while (sampling && random.uniform() >= sampling[rows[0]!.mode]) rows = rowsOf(id, random);
    return rows;
  };
  const shareOfTrain = (person: Person, scenario: Scenario, tastesOfPerson: Tastes) =>
    habit === undefined
      ? probabilities(tastesOfPerson, person, scenario, errors)[1]!
      : lastTrip((trip, last) => {
          const fare = (ownFares.includes(trip) ? scenario[fareOfTrip(trip)] : scenario.fare)!;
          return probabilities(tastesOfPerson, person, { ...scenario, fare }, errors, { last, utility: habit });
        })[1]!;
  return {
    name,
    label,
    respondents,
    agents: 1_000,
    repetitions,
    outcome: 'train',
    ...own,
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
        ...ownFares.map((trip) =>
          factorParameter(fareOfTrip(trip), `Multiplies the fare of the train on trip ${trip}.`),
        ),
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
          nests: [
            { id: 'public', label: 'Public', dissimilarity: 'dissimilarity', alternatives: ['train', 'bus'] },
            ...(errors.cross
              ? [{ id: 'fast', label: 'Fast', dissimilarity: 'fast_dissimilarity', alternatives: ['car', 'train'] }]
              : []),
          ],
        }),
        ...(errors.cross && {
          divided: [{ alternative: 'train', nests: ['public', 'fast'], share: 'public_share' }],
        }),
        ...('memberScale' in errors && {
          scales: [{ coefficient: 'member_scale', agents: { attribute: 'member', in: ['yes'] } }],
        }),
        ...(habit !== undefined && {
          periods: {
            ...{ number: trips, unit: 'trips', last_choice: 'last_mode' },
            ...(ownFares.length > 0 && {
              by_period: ownFares.map((trip) => ({ parameter: 'fare', period: trip, value: fareOfTrip(trip) })),
            }),
          },
        }),
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
        ...(ranked && { 'outcome.rank_2': { column: 'second' } }),
      },
      ...(sampling && { data: { sampling } }),
      fit,
    }),
    draw: (random) => ({
      data: tableOf(Array.from({ length: respondents }, (_, id) => sampledRowsOf(id, random)).flat()),
      ...(earlierStudy && { priors: drawnPriors(earlierStudy, random) }),
    }),
    ...(parts.goal && { goal: parts.goal }),
    truth: () => {
      const truth = truthOverPopulation(own, (person, scenario, uniforms) => ({
        share: shareOfTrain(person, scenario, tastes(uniforms, person)),
      }));
      if (!parts.goal) return truth;
      return {
        ...truth,
        ...{ restricted: truth.segment!, matched: truth.share! },
        goal: Number(own.changed[parts.goal.parameter as 'fare']),
        welfare: meanOverPopulation(
          (person, uniforms) =>
            surplus(tastes(uniforms, person), person, own.changed) -
            surplus(tastes(uniforms, person), person, own.baseline),
        ),
      };
    },
  };
}

/** Priors of an earlier study with an independent sample: the errors of its estimates are those of the priors. */
const drawnPriors = (truth: Priors, random: Random): Priors =>
  Object.fromEntries(
    Object.entries(truth).map(([id, { mean, sd }]) => [id, { mean: mean + sd * random.normal(), sd }]),
  );
