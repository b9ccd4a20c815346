import { uniformAt } from '../../test/support/uniform-at.js';
import { CalibrationError } from './calibration-error.js';
import { fitDesign } from './fit-design.js';
import { binaryLogit, complementaryLogLog } from './likelihoods/binary-outcomes.js';
import { conditionalLogit } from './likelihoods/conditional-logit.js';
import { negativeBinomial, poisson } from './likelihoods/counts.js';
import { orderedOutcomes } from './likelihoods/ordered-outcomes.js';
import { spikeLogNormal } from './likelihoods/amounts.js';
import type { Design, DesignEquation, LikelihoodKernel } from './likelihood.js';
import { ownCoefficients } from './mixtures/class-layout.js';
import { fitLatentClasses } from './mixtures/latent-classes.js';
import { fitRandomTastes } from './mixtures/random-tastes.js';

const respondentCount = 150;
const rowsPerRespondent = 4;
const rowCount = respondentCount * rowsPerRespondent;
const pointCount = 25;
const allRows = Int32Array.from({ length: rowCount }, (_, row) => row);
const respondentOf = (row: number) => Math.floor(row / rowsPerRespondent);

const uniform = uniformAt(23);

/** Estimator with its equations: for each, the coefficients of a constant and of a variable. */
interface Estimator {
  readonly name: string;
  readonly equations: readonly (readonly number[])[];
  kernel(rows: Int32Array): LikelihoodKernel;
  /** Default: `fitDesign`. */
  fit?(design: Design, kernel: LikelihoodKernel): { logLikelihood: number; estimates: Float64Array };
}

const at = (rows: Int32Array, of: (row: number) => number) => Float64Array.from(rows, of);
const isYes = (row: number) => Number(uniform(row, 5) < 0.3 + 0.4 * uniform(row, 1));
const trialsOf = (row: number) => 1 + (row % 3);
const countOf = (row: number) => Math.floor(-1.5 * Math.log(uniform(row, 6)) * (0.5 + uniform(row, 1)));
const chosenOf = (row: number) => {
  const taste = respondentOf(row) % 3 === 0 ? 2.5 : -1;
  return Number(uniform(row, 7) < 1 / (1 + Math.exp(0.4 - taste * (uniform(row, 1) - 0.5))));
};
const lowerOf = (row: number) => (row % 4 === 0 ? 0 : 2 ** (row % 3));
const choices = (rows: Int32Array) => conditionalLogit(2, Int32Array.from(rows, chosenOf));

const estimators: readonly Estimator[] = [
  { name: 'Conditional logit', equations: [[], [0, 1]], kernel: choices },
  {
    name: 'Random tastes',
    equations: [[], [0, 1]],
    kernel: choices,
    // Quadrature, because copies of a respondent would have other draws.
    fit: (design, kernel) =>
      fitRandomTastes(design, kernel, [{ coefficient: 'variable', distribution: 'normal' }], {
        kind: 'quadrature',
        count: pointCount,
      }),
  },
  {
    name: 'Latent classes',
    equations: [[], [0, 1]],
    kernel: choices,
    fit: (design, kernel) =>
      fitLatentClasses(design, kernel, { layout: ownCoefficients(2, design.coefficients.length), seed: 3, starts: 4 }),
  },
  { name: 'Binary logit', equations: [[0, 1]], kernel: (rows) => binaryLogit(at(rows, isYes)) },
  {
    name: 'Binary logit of cells with trials',
    equations: [[0, 1]],
    kernel: (rows) =>
      binaryLogit(
        at(rows, (row) => isYes(row) * trialsOf(row)),
        at(rows, trialsOf),
      ),
  },
  {
    name: 'Ordered logit',
    equations: [[1]],
    kernel: (rows) =>
      orderedOutcomes(
        Int32Array.from(rows, (row) => isYes(row) + isYes(row + rowCount)),
        3,
      ),
  },
  { name: 'Poisson', equations: [[0, 1]], kernel: (rows) => poisson(at(rows, countOf)) },
  { name: 'Negative binomial', equations: [[0, 1]], kernel: (rows) => negativeBinomial(at(rows, countOf)) },
  {
    name: 'Hazard',
    equations: [[0, 1]],
    kernel: (rows) => complementaryLogLog(Uint8Array.from(rows, isYes)),
  },
  {
    name: 'Willingness to pay',
    equations: [[0, 1], [2]],
    kernel: (rows) =>
      spikeLogNormal(
        at(rows, lowerOf),
        at(rows, (row) => (row % 5 === 0 ? Infinity : 2 * lowerOf(row) + 1)),
      ),
  },
];

/** Sample with these rows and the respondent of each. */
function sampleOf({ equations }: Estimator, rows: Int32Array, respondents: Int32Array, weights?: Float64Array): Design {
  const names = ['constant', 'variable', 'other_constant'];
  const used = names.flatMap((_, k) => (equations.some((own) => own.includes(k)) ? k : []));
  return {
    rows: rows.length,
    coefficients: used.map((k) => names[k]!),
    equations: equations.map((own): DesignEquation => ({
      coefficients: Int32Array.from(own, (k) => used.indexOf(k)),
      matrix: Float64Array.from([...rows].flatMap((row) => own.map((k) => (k === 1 ? uniform(row, 1) - 0.5 : 1)))),
    })),
    clusters: respondents,
    ...(weights && { weights }),
  };
}

/** Fit with the weight of each respondent. */
function weightedFit(estimator: Estimator, weightOf: (respondent: number) => number) {
  const respondents = Int32Array.from(allRows, respondentOf);
  const weights = Float64Array.from(respondents, weightOf);
  return fitOf(estimator, sampleOf(estimator, allRows, respondents, weights), allRows);
}

/** Fit of a sample in which each respondent occurs as often as `timesOf`, each time as another respondent. */
function repeatedFit(estimator: Estimator, timesOf: (respondent: number) => number) {
  const people = Array.from({ length: respondentCount }, (_, k) => new Array<number>(timesOf(k)).fill(k)).flat();
  const rows = Int32Array.from(
    people.flatMap((person) => Array.from({ length: rowsPerRespondent }, (_, k) => person * rowsPerRespondent + k)),
  );
  const respondents = Int32Array.from(rows, (_, k) => Math.floor(k / rowsPerRespondent));
  return fitOf(estimator, sampleOf(estimator, rows, respondents), rows);
}

function fitOf(estimator: Estimator, design: Design, rows: Int32Array) {
  const kernel = estimator.kernel(rows);
  return estimator.fit ? estimator.fit(design, kernel) : fitDesign(design, kernel);
}

describe.each(estimators)('weights of $name', (estimator) => {
  const one = weightedFit(estimator, () => 1);

  it.each([2, 5])(
    `${estimator.name} with the constant weight %d has equal estimates and that many times the log-likelihood`,
    (weight) => {
      const weighted = weightedFit(estimator, () => weight);
      expect(weighted.logLikelihood / weight / one.logLikelihood).toBeCloseTo(1, 8);
      weighted.estimates.forEach((estimate, k) => expect(estimate).toBeCloseTo(one.estimates[k]!, 3));
    },
  );

  it(`${estimator.name} with weight k for a respondent equals k copies of the respondent`, () => {
    const times = (respondent: number) => 1 + (respondent % 3);
    const weighted = weightedFit(estimator, times);
    const repeated = repeatedFit(estimator, times);
    expect(weighted.logLikelihood / repeated.logLikelihood).toBeCloseTo(1, 8);
    weighted.estimates.forEach((estimate, k) => expect(estimate).toBeCloseTo(repeated.estimates[k]!, 3));
  });
});

describe('panels with weights', () => {
  it('Random tastes and latent classes reject rows of one cluster with different weights', () => {
    const uneven = { ...estimators[0]!, equations: [[], [0, 1]] };
    const design = sampleOf(
      uneven,
      allRows,
      Int32Array.from(allRows, respondentOf),
      Float64Array.from(allRows, (row) => 1 + (row % 2)),
    );
    const kernel = choices(allRows);
    const draws = { kind: 'halton', count: 5 } as const;
    const attempts = [
      () => fitLatentClasses(design, kernel, { layout: ownCoefficients(2, design.coefficients.length), seed: 1 }),
      () => fitRandomTastes(design, kernel, [{ coefficient: 'variable', distribution: 'normal' }], draws),
    ];
    for (const attempt of attempts) {
      expect(attempt).toThrow(CalibrationError);
      expect(attempt).toThrow('the rows of one cluster have different weights: 1, 2');
    }
  });
});
