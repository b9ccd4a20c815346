import type { Scenario } from '../../model/definition.js';
import { normalCumulative } from '../../model/math/normal.js';
import { choiceCase, choiceReference } from './choice-model.js';
import {
  type CoverageCase,
  logistic,
  splitOf,
  tableOf,
  truthOverPopulation,
  type WholeCalibration,
} from './coverage-case.js';
import { cellsOf, drawPerson, type Person } from './population.js';
import { type Random, randomOf } from './random.js';
import {
  coefficientsOf,
  constantTerm,
  letterColumn,
  letterParameter,
  outcomesOf,
  predictorTerms,
  recipeOf,
} from './recipe.js';

/** Why the baseline is not the mix of the data. */
const reason = 'The data vary the values of the parameters.';

interface LetterCase extends Pick<CoverageCase, 'name' | 'label'> {
  /** Effect of the friendly letter on the log odds. A small one is about 3.4 standard errors, and a large one 6.9. */
  readonly friendly: number;
  /** Default: 1,200. */
  readonly respondents?: number;
  /** Default: -0.2. */
  readonly constant?: number;
  /** Default: two arms, `none` and `friendly`. */
  readonly hasPlainLetter?: boolean;
  /** Whether members and older respondents have the friendly letter more often. Default: letters are assigned at random. */
  readonly isObservational?: boolean;
  /** Clusters with one letter each, whose answers have a correlation. Default: independent respondents. */
  readonly clusters?: number;
  /** What the fitted logit does not contain. Default: nothing. */
  readonly wrong?: { readonly friendlyMember: number } | { readonly link: (x: number) => number };
  readonly isOneDataSet?: boolean;
}

/** Latent correlation of the answers of a cluster. Without regard to clusters, the answers follow the logit exactly. */
const clusterCorrelation = 0.08;

/** A binary logit of letter, membership and age. */
function letterCase(parts: LetterCase): CoverageCase {
  const { name, label, friendly, respondents = 1_200, constant = -0.2, clusters, wrong } = parts;
  const arms = parts.hasPlainLetter ? ['none', 'plain', 'friendly'] : ['none', 'friendly'];
  const [friendlyMember, link] = [
    wrong && 'friendlyMember' in wrong ? wrong.friendlyMember : 0,
    wrong && 'link' in wrong ? wrong.link : logistic,
  ];
  const probability = ({ member, age }: Person, { letter }: Scenario) =>
    link(
      constant +
        (letter === 'plain' ? friendly / 2 : 0) +
        (letter === 'friendly' ? friendly + friendlyMember * member : 0) +
        0.5 * member -
        0.02 * (age - 45),
    );
  const own = {
    baseline: { letter: 'none' },
    changed: { letter: 'friendly' },
    other: { letter: parts.hasPlainLetter ? 'plain' : 'none' },
  };
  const letterOf = ({ member, age }: Person, cluster: number, random: Random): string => {
    if (clusters !== undefined) return arms[cluster % arms.length]!;
    if (!parts.isObservational) return random.pick(arms);
    return random.uniform() < logistic(-0.4 + 0.9 * member + 0.03 * (age - 45)) ? 'friendly' : 'none';
  };
  const draw = (random: Random) => {
    const ofClusters = Array.from({ length: clusters ?? 0 }, () => random.normal());
    const rows = Array.from({ length: respondents }, (_, id) => {
      const cluster = clusters === undefined ? id : id % clusters;
      const person = drawPerson(random);
      const letter = letterOf(person, cluster, random);
      const latent =
        clusters === undefined
          ? random.uniform()
          : normalCumulative(
              Math.sqrt(clusterCorrelation) * ofClusters[cluster]! +
                Math.sqrt(1 - clusterCorrelation) * random.normal(),
            );
      const answer = latent < probability(person, { letter }) ? 'yes' : 'no';
      return { id: String(id), group: String(cluster), split: splitOf(cluster), letter, ...cellsOf(person), answer };
    });
    return { data: tableOf(rows) };
  };
  const kept = new Set(['friendly', 'member', 'age', ...(parts.hasPlainLetter ? ['plain'] : [])]);
  const terms = [constantTerm(), ...predictorTerms().filter(({ id }) => kept.has(String(id)))];
  return {
    ...{ name, label, respondents, agents: 2_000, repetitions: parts.isOneDataSet ? 20 : 200, outcome: 'yes', ...own },
    recipe: recipeOf({
      name,
      parameters: [
        {
          ...letterParameter,
          options: letterParameter.options.filter(({ id }) => arms.includes(id)),
          randomized: !parts.isObservational,
        },
      ],
      decision: {
        ...{ id: 'decision', label: 'Decision', variables: [], family: 'binary_logit' },
        outcomes: outcomesOf(['no', 'yes']),
        coefficients: coefficientsOf(terms.map(({ coefficient }) => String(coefficient))),
        terms,
      },
      columns: { ...letterColumn, outcome: { column: 'answer' } },
      ...(clusters !== undefined && { data: { cluster: 'group' } }),
      fit: {
        baseline_reason: reason,
        ...(clusters !== undefined && { clustered: true }),
        // As in the recipe of a spec.
        effects: arms
          .slice(1)
          .map((option) => ({ label: option, parameter: 'letter', option, against: 'none', outcome: 'yes' })),
      },
    }),
    whole: {
      isRandomized: !parts.isObservational,
      isModelTrue: !wrong,
      isOneDataSet: parts.isOneDataSet ?? false,
      reference: {
        ...{ column: 'answer', alternatives: ['no', 'yes'] },
        ...(clusters !== undefined && { cluster: 'group' }),
        variables({ letter, member, age }) {
          const values = [
            ...[1, Number(letter === 'friendly'), Number(member), Number(age) / 10],
            ...(parts.hasPlainLetter ? [Number(letter === 'plain')] : []),
          ];
          return [values.map(() => 0), values];
        },
      },
    },
    draw: (random) => draw(parts.isOneDataSet ? randomOf(1) : random),
    truth: () => {
      const { comparison, ...truth } = truthOverPopulation(own, (person, scenario) => ({
        share: probability(person, scenario),
      }));
      return { ...truth, ...(parts.hasPlainLetter && comparison !== undefined && { comparison }) };
    },
  };
}

/** Complementary log-log. */
const logLog = (x: number) => 1 - Math.exp(-Math.exp(x));

const letterCases = (): CoverageCase[] => [
  letterCase({ name: 'experiment_small', label: 'Experiment, small effect', friendly: 0.4 }),
  letterCase({ name: 'experiment_large', label: 'Experiment, large effect', friendly: 0.83 }),
  letterCase({
    ...{ name: 'experiment_clusters', label: 'Experiment, 40 clusters', respondents: 600 },
    ...{ friendly: 0.45, clusters: 40 },
  }),
  letterCase({
    ...{ name: 'experiment_rare', label: 'Experiment, rare outcome (15 events)', respondents: 3_000 },
    ...{ friendly: 0.4, constant: -5.75 },
  }),
  letterCase({
    ...{ name: 'experiment_three_arms', label: 'Experiment, three arms' },
    ...{ friendly: 0.83, hasPlainLetter: true },
  }),
  letterCase({
    ...{ name: 'observational_small', label: 'Observational data, small effect' },
    ...{ friendly: 0.44, isObservational: true },
  }),
  letterCase({
    ...{ name: 'observational_large', label: 'Observational data, large effect' },
    ...{ friendly: 0.9, isObservational: true },
  }),
  letterCase({
    ...{ name: 'experiment_interaction', label: 'Experiment, omitted interaction' },
    ...{ friendly: 0.35, wrong: { friendlyMember: 0.4 } },
  }),
  letterCase({
    ...{ name: 'observational_interaction', label: 'Observational data, omitted interaction' },
    ...{ friendly: 0.35, isObservational: true, wrong: { friendlyMember: 0.4 } },
  }),
  letterCase({
    ...{ name: 'experiment_link', label: 'Experiment, wrong link' },
    ...{ friendly: 0.5, constant: -0.7, wrong: { link: logLog } },
  }),
  letterCase({
    ...{ name: 'observational_link', label: 'Observational data, wrong link' },
    ...{ friendly: 0.5, constant: -0.7, isObservational: true, wrong: { link: logLog } },
  }),
  letterCase({
    ...{ name: 'experiment_splits', label: 'Experiment of 94 clusters, 20 splits', respondents: 1_410 },
    ...{ friendly: 0.45, clusters: 94, isOneDataSet: true },
  }),
  letterCase({
    ...{ name: 'observational_splits', label: 'Observational data, 20 splits', respondents: 1_410 },
    ...{ friendly: 0.45, isObservational: true, isOneDataSet: true },
  }),
];

const choiceIds = ['car', 'train', 'cost', 'time', 'member_train', 'age_car'];

/** @param cost effect of a unit of cost on the utility, by membership */
function wholeChoice(name: string, label: string, cost: readonly [number, number]): CoverageCase {
  const whole: WholeCalibration = {
    isRandomized: false,
    isModelTrue: cost[0] === cost[1],
    reference: choiceReference,
  };
  const own = choiceCase({
    ...{ name, label, respondents: 500, repetitions: 200, answers: 1 },
    coefficients: coefficientsOf(choiceIds),
    fit: { baseline_reason: reason },
    // Both changes favor the train.
    scenarios: { other: { fare: 1, time: 1.2 } },
    tastes: (_, { member }) => ({ cost: cost[member]!, time: -0.4 }),
  });
  return { ...own, agents: 2_000, whole };
}

/** Cases with whole calibrations. */
export const effectCases = (): CoverageCase[] => [
  ...letterCases(),
  wholeChoice('choice_small', 'Conditional logit, small effect', [-0.1, -0.1]),
  wholeChoice('choice_large', 'Conditional logit, large effect', [-0.2, -0.2]),
  wholeChoice('choice_interaction', 'Conditional logit, omitted interaction', [-0.08, -0.2]),
];
