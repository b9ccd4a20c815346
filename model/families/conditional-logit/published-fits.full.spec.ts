import { describeWithData } from '../../../test/support/calibration-data.js';
import {
  expectPublished,
  fitOfSurvey,
  orderedSpec,
  type PublishedFit,
  weightedSpec,
} from '../../../test/support/calibration/published-fits.js';
import { modesSpec } from '../../../test/support/swissmetro-survey.js';

const logNormal = '{ distribution: log_normal, sign: -1 }';

/** Biogeme has μ = 1 / dissimilarity. Its standard error follows by the delta method. */
const ofDissimilarity = (mu: number, error: number) => error / mu ** 2;

const published: Readonly<Record<string, PublishedFit>> = {
  'a logit with the weights by survey of earlier versions': {
    spec: weightedSpec('early_weight'),
    weight: 'early_weight',
    logLikelihood: -5273.743,
  },
  // Version 3.3 fixes cost to -1 and has the scales .357 and 1.493. A free cost and one scale have the same likelihood: the second one is their product.
  'a logit with a scale by survey': {
    spec: modesSpec('scale: survey'),
    logLikelihood: -4976.691,
    estimates: { cost: -0.357 },
    robustErrors: { constant_train: 0.0411, constant_car: 0.0185, time: 0.0445, cost: 0.0384, scale_survey_road: 0.37 },
  },
  // The travel time by car of respondents without a car is 0. The coefficient of time is that of another unit.
  'a logit with a Box-Cox variable': {
    spec: modesSpec('', { time: 'box_cox(time)' }),
    logLikelihood: -5292.095,
    estimates: { lambda_time: 0.51 },
    robustErrors: { constant_train: 0.0644, constant_car: 0.048, cost: 0.068, lambda_time: 0.0773 },
  },
  'a cross-nested logit': {
    spec: modesSpec('nests: { existing: [train, car], public: [train, swissmetro] }'),
    logLikelihood: -5214.049,
    estimates: { dissimilarity_existing: 1 / 2.515, dissimilarity_public: 1 / 4.114, share_train_existing: 0.495 },
    robustErrors: {
      ...{ constant_train: 0.07, constant_car: 0.0534, time: 0.102, cost: 0.059, share_train_existing: 0.0348 },
      dissimilarity_existing: ofDissimilarity(2.515, 0.248),
      dissimilarity_public: ofDissimilarity(4.114, 0.496),
    },
  },
  'a nested logit of a sample by choice': {
    spec: modesSpec(
      'nests: { existing: [train, car] }\n  sampling: { train: 0.0442, swissmetro: 0.00336, car: 0.0075 }',
    ),
    logLikelihood: -5202.916,
    estimates: { dissimilarity_existing: 1 / 1.631 },
    robustErrors: { time: 0.111, cost: 0.0641, dissimilarity_existing: ofDissimilarity(1.631, 0.0627) },
  },
  'an ordered probit': { spec: orderedSpec('probit'), logLikelihood: -5789.055, estimates: { cost_train: 0.687 } },
  'a mixed logit with a normal time': {
    spec: modesSpec('random: { time: normal }'),
    logLikelihood: -5214.893,
    estimates: { time_spread: 1.658 },
    // That of the spread is from a less exact integral in the report, with the log-likelihood -5214.879.
    robustErrors: { constant_train: 0.0656, constant_car: 0.0517, time: 0.117, cost: 0.0862 },
  },
  'a mixed logit with a uniform time': {
    spec: modesSpec('random: { time: uniform }'),
    logLikelihood: -5215.058,
    robustErrors: { constant_train: 0.066, constant_car: 0.0533, time: 0.126, cost: 0.0866, time_spread: 0.2 },
  },
  'a mixed logit with a triangular time': {
    spec: modesSpec('random: { time: triangular }'),
    logLikelihood: -5214.19,
    robustErrors: { constant_train: 0.0657, constant_car: 0.0521, time: 0.119, cost: 0.0863, time_spread: 0.306 },
  },
  'a mixed logit with a log-normal time': {
    spec: modesSpec(`random: { time: ${logNormal} }`),
    logLikelihood: -5231.42,
    robustErrors: { constant_train: 0.0733, constant_car: 0.0627, time: 0.0712, cost: 0.0978, time_spread: 0.132 },
  },
  'a panel mixed logit with a normal time': {
    spec: modesSpec('random: { time: normal }', { rest: 'id_column: id' }),
    logLikelihood: -4359.413,
    // The published mean of time is -3.219, at the same log-likelihood.
    estimates: { time: -3.2214, time_spread: 3.653, cost: -1.66 },
  },
};

describeWithData('swissmetro-mode-choice', 'Published fits of Swissmetro', () => {
  it.each(Object.entries(published))('The fit of a spec of %s equals that of Biogeme', (_, own) =>
    expectPublished(own),
  );

  it('The product of the cost and the scale of a survey equals the scale of Biogeme with a fixed cost', () => {
    const { names, estimates } = fitOfSurvey(published['a logit with a scale by survey']!.spec);
    const own = (id: string) => estimates[names.indexOf(id)]!;
    expect(Math.abs(-own('cost') * own('scale_survey_road') - 1.493)).toBeLessThan(1e-3);
  });
});
