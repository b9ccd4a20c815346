import { describeWithData } from '../../../test/support/calibration-data.js';
import { modesSpec, surveyTable } from '../../../test/support/swissmetro-survey.js';
import { modelOf } from '../../fitting/calibrate.js';
import type { Fit } from '../../fitting/fit-design.js';
import { fitSample } from '../../fitting/fit-sample.js';
import { parseRecipe } from '../../authoring/recipe/parse-recipe.js';
import { expandSpec } from '../../authoring/expand-spec.js';
import { parseSpec } from '../../authoring/parse-spec.js';
import { oncePerName } from '../../memoize.js';
import { itInFullLevel, rowsOf } from '../../../test/support/full-level.js';

/**
 * A fit of Biogeme to all rows, from its published examples: the log-likelihood and estimates of version 3.3 to three digits after the point,
 * and robust standard errors of the reports of versions 3.2.6 to 3.2.8 to three digits.
 */
interface PublishedFit {
  readonly spec: string;
  readonly logLikelihood: number;
  readonly estimates?: Readonly<Record<string, number>>;
  readonly robustErrors?: Readonly<Record<string, number>>;
  /** Factor of the weights: here, their mean is 1. */
  readonly weight?: string;
}

/** Spec of an outcome with an order. */
const orderedSpec = (link: string) => `
title: Modes in an order
formula: choice ~ time_train + cost_train
outcome: { order: [train, swissmetro, car], link: ${link} }`;

/** Spec of a logit with a column of sampling weights. */
const weightedSpec = (weight: string) => modesSpec('', { rest: `weight: ${weight}\nweight_kind: sampling` });

/** Fit of a spec to all rows. */
const fitOfSurvey = oncePerName((spec): Fit => {
  const data = surveyTable();
  const recipe = parseRecipe(expandSpec(parseSpec(spec), data).recipe);
  const model = modelOf({ recipe, data });
  return fitSample(model, Int32Array.from(model.observations.row.keys()), recipe.fit).fit;
});

const logNormal = '{ distribution: log_normal, sign: -1 }';

/** Biogeme has μ = 1 / dissimilarity. Its standard error follows by the delta method. */
const ofDissimilarity = (mu: number, error: number) => error / mu ** 2;

/** Fits of both levels. */
const published: Readonly<Record<string, PublishedFit>> = {
  'a logit': {
    spec: modesSpec(),
    logLikelihood: -5331.252,
    estimates: { time: -1.278 },
    robustErrors: { constant_train: 0.0826, constant_car: 0.0582, time: 0.104, cost: 0.0682 },
  },
  'a logit with weights by survey': {
    spec: weightedSpec('weight'),
    weight: 'weight',
    logLikelihood: -5669.069,
    estimates: { time: -1.347, cost: -1.141 },
  },
  'a nested logit': {
    spec: modesSpec('nests: { existing: [train, car] }'),
    logLikelihood: -5236.9,
    estimates: { dissimilarity_existing: 1 / 2.054 },
    robustErrors: {
      constant_train: 0.0791,
      constant_car: 0.0545,
      time: 0.107,
      cost: 0.06,
      // That of Larch.
      dissimilarity_existing: 0.0389,
    },
  },
  'an ordered logit': {
    spec: orderedSpec('logit'),
    logLikelihood: -5789.309,
    estimates: { cost_train: 1.263 },
    robustErrors: { time_train: 0.0401, cost_train: 0.0585 },
  },
};

/** Fits of the full level. */
const morePublished: Readonly<Record<string, PublishedFit>> = {
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
  it.each(rowsOf(Object.entries(published), Object.entries(morePublished)))(
    'The fit of a spec of %s equals that of Biogeme',
    (_, { spec, logLikelihood, estimates = {}, robustErrors = {}, weight }) => {
      const fit = fitOfSurvey(spec);
      const weights = weight === undefined ? [1] : surveyTable().columns.get(weight)!.map(Number);
      const scale = weights.reduce((sum, own) => sum + own, 0) / weights.length;
      expect(scale * fit.logLikelihood).toBeCloseTo(logLikelihood, 2);
      const own = (values: Float64Array, id: string) => values[fit.names.indexOf(id)]!;
      for (const [id, theirs] of Object.entries(estimates))
        expect([id, Math.abs(own(fit.estimates, id) - theirs) < 1e-3]).toEqual([id, true]);
      for (const [id, theirs] of Object.entries(robustErrors))
        expect([id, Math.abs(own(fit.robustStandardErrors, id) / theirs - 1) < 0.01]).toEqual([id, true]);
    },
  );

  it('Standard errors of the logit, also robust ones, equal those of Larch to four digits', () => {
    const fit = fitOfSurvey(modesSpec());
    // From test_swissmetro_01logit of Larch.
    const larch = {
      constant_train: [0.0549, 0.0826],
      constant_car: [0.0432, 0.0582],
      time: [0.0569, 0.10425],
      cost: [0.0518, 0.0682],
    };
    for (const [id, [plain, robust]] of Object.entries(larch)) {
      const at = fit.names.indexOf(id);
      expect(Math.abs(fit.standardErrors[at]! - plain!)).toBeLessThan(6e-5);
      expect(Math.abs(fit.robustStandardErrors[at]! - robust!)).toBeLessThan(6e-5);
    }
  });

  itInFullLevel(
    'The product of the cost and the scale of a survey equals the scale of Biogeme with a fixed cost',
    () => {
      const { names, estimates } = fitOfSurvey(modesSpec('scale: survey'));
      const own = (id: string) => estimates[names.indexOf(id)]!;
      expect(Math.abs(-own('cost') * own('scale_survey_road') - 1.493)).toBeLessThan(1e-3);
    },
  );
});
