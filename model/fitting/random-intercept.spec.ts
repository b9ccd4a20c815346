import { cattle, cattleText, herds, wines, wineText } from '../../test/support/calibration/grouped-responses.js';
import { tableOf } from '../../test/support/calibration/table-of.js';
import { oncePerName } from '../memoize.js';
import { modelOf, calibrate } from './calibrate.js';
import type { Calibration } from './calibration.js';
import { fitSample } from './fit-sample.js';
import { designAt } from './design/design-of.js';
import { parseRecipe } from '../authoring/recipe/parse-recipe.js';
import { posteriorsOf } from './results/estimates.js';
import type { Table } from './rows/table.js';
import { expandSpec } from '../authoring/expand-spec.js';
import { parseSpec } from '../authoring/parse-spec.js';
import { baselineScenario } from '../definition.js';
import { simulate } from '../simulate.js';
import { calibrationResult } from './results/calibration-result.js';
import { describeInFullLevel } from '../../test/support/full-level.js';

function fitted(text: string, data: Table) {
  const expansion = expandSpec(parseSpec(text), data);
  const recipe = parseRecipe(expansion.recipe);
  const model = modelOf({ recipe, data: expansion.table });
  return { recipe, model, fitted: fitSample(model, Int32Array.from(model.observations.row.keys()), recipe.fit) };
}

const fitOfRatings = oncePerName((link) => fitted(wineText.replace(' }', `, link: ${link} }`), wines).fitted.fit);

function posteriorsIn(text: string, data: Table) {
  const { recipe, model, fitted: own } = fitted(text, data);
  return posteriorsOf({ samples: [{ fitted: own }], held: { model } } as unknown as Calibration, recipe, data)!;
}

it('Estimates, spread and deviance equal those of lme4 by adaptive quadrature', () => {
  const { fit } = fitted(cattleText, cattle).fitted;
  expect(fit.names.at(-1)).toBe('herd_spread');
  // nAGQ = 25, in the tests of lme4 (glmer-1.R).
  const lme4 = [-1.39922533406847, -0.991407294757321, -1.12782184600404, -1.57946627431248];
  lme4.forEach((estimate, k) => expect(Math.abs(fit.estimates[k]! - estimate)).toBeLessThan(1e-4));
  // The standard deviation of glmer with nAGQ = 11 is 0.647517861083539.
  expect(Math.abs(fit.estimates[4]! - 0.6475179)).toBeLessThan(1e-4);
  // Its deviance with nAGQ = 25 is twice the difference from a model with a share of its own for each row.
  const share = (count: number, size: number) => (count === 0 ? 0 : count * Math.log(count / size));
  const ofRows = herds.flat().reduce((sum, [sick, size]) => sum + share(sick, size) + share(size - sick, size), 0);
  expect(Math.abs(2 * (ofRows - fit.logLikelihood) - 100.010030538022)).toBeLessThan(1e-5);
});

it('The fit of ratings equals that of clmm', () => {
  const fit = fitOfRatings('logit');
  expect(fit.names.slice(2)).toEqual(['1_to_2', '2_to_3', '3_to_4', '4_to_5', 'judge_spread']);
  // Estimates and standard errors of clmm in the R package ordinal, from the reference of tidy.clmm in the package broom. clmm approximates
  // the integral by Laplace's method, which moves the estimates by less than 0.003, and the spread by 0.004.
  const clmm = [3.063, 1.835, -1.624, 1.513, 4.229, 6.089, 1.131];
  clmm.forEach((estimate, k) => expect(Math.abs(fit.estimates[k]! - estimate)).toBeLessThan(0.005));
  const errors = [0.595, 0.513, 0.682, 0.604, 0.809, 0.972];
  errors.forEach((error, k) => expect(Math.abs(fit.standardErrors[k]! - error)).toBeLessThan(0.002));
});

it('Frequencies of ratings equal repeated ratings of the same judge, also in a bootstrap', () => {
  const keys = [...wines.columns.keys()];
  const counts = new Map<string, number>();
  Array.from(wines.lines).forEach((_, row) => {
    const cell = keys.map((key) => wines.columns.get(key)![row]!).join();
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
  });
  const counted = tableOf(
    Array.from(counts, ([cell, count]) => ({
      ...Object.fromEntries(cell.split(',').map((value, k) => [keys[k]!, value])),
      count,
    })),
  );
  const { recipe, model, fitted: sample } = fitted(`${wineText}\nweight: count\nweight_kind: frequency`, counted);
  const own = sample.fit;
  const repeated = fitOfRatings('logit');
  expect(counted.lines.length).toBeLessThan(wines.lines.length - 10);
  expect(own.logLikelihood).toBeCloseTo(repeated.logLikelihood, 7);
  own.estimates.forEach((estimate, k) => expect(estimate).toBeCloseTo(repeated.estimates[k]!, 3));
  own.standardErrors.forEach((error, k) => expect(error).toBeCloseTo(repeated.standardErrors[k]!, 3));
  const { bound, design: all, rows, observations } = model;
  const design = designAt(all, sample.at, rows, observations);
  // Two copies of each judge.
  const copied = { ...design, weights: design.weights!.map((weight) => 2 * weight) };
  bound
    .mixture!.refit(copied, bound.kernel(sample.at), own.estimates, recipe.fit)
    .forEach((estimate, k) => expect(estimate).toBeCloseTo(own.estimates[k]!, 3));
});

const add = (a: number, b: number) => a + b;

describe.each([
  ['Poisson', ''],
  ['negative binomial', '\noutcome: { distribution: negative_binomial }'],
])('%s counts of sick animals', (name, distribution) => {
  const text = `title: Herds\nformula: sick ~ factor(period) + (1 | herd)${distribution}`;
  const isPoisson = name === 'Poisson';
  const {
    fitted: { fit },
  } = fitted(text, cattle);
  const logFactorial = oncePerName((count) =>
    Array.from({ length: Number(count) }, (_, k) => Math.log(k + 1)).reduce(add, 0),
  );
  /** Logarithm of the probability of a count, from the product form. */
  const logProbability = (count: number, mean: number, theta: number) => {
    if (isPoisson) return count * Math.log(mean) - mean - logFactorial(String(count));
    const rising = Array.from({ length: count }, (_, k) => Math.log(theta + k)).reduce(add, 0);
    return (
      rising -
      logFactorial(String(count)) +
      theta * Math.log(theta / (theta + mean)) +
      count * Math.log(mean / (theta + mean))
    );
  };
  /** Log-likelihood by Riemann sums over the intercept of each herd. */
  const logLikelihood = (values: ArrayLike<number>) => {
    const [theta, spread] = [Math.exp(values[4]!), values[isPoisson ? 4 : 5]!];
    const step = 0.05;
    return herds
      .map((own) => {
        let sum = 0;
        for (let z = -8; z <= 8; z += step) {
          const logs = own.map(([sick, , period]) => {
            const effect = period === 1 ? 0 : values[period - 1]!;
            return logProbability(sick, Math.exp(values[0]! + effect + spread * z), theta);
          });
          sum += Math.exp(logs.reduce(add, 0) - (z * z) / 2) * step;
        }
        return Math.log(sum / Math.sqrt(2 * Math.PI));
      })
      .reduce(add, 0);
  };

  it('The fit maximizes the likelihood integrated over the intercepts', () => {
    expect(fit.names.slice(4)).toEqual([...(isPoisson ? [] : ['log_theta']), 'herd_spread']);
    expect(fit.logLikelihood).toBeCloseTo(logLikelihood(fit.estimates), 6);
    fit.estimates.forEach((_, changed) => {
      const [above, below] = [1, -1].map((sign) =>
        logLikelihood(fit.estimates.map((value, k) => value + (k === changed ? sign * 1e-3 : 0))),
      );
      expect(Math.abs(above! - below!) / 2e-3).toBeLessThan(0.01);
    });
  });
});

it('The posterior means follow the shares of the herds, and have a mean of 0', () => {
  const posteriors = posteriorsIn(cattleText, cattle);
  expect(posteriors.respondents).toEqual(herds.map((_, herd) => String(herd + 1)));
  const [mean, sd] = posteriors.columns;
  expect([mean!.name, sd!.name]).toEqual(['intercept_mean', 'intercept_sd']);
  const above = Array.from(mean!.values, (value, herd) => (value > 0 ? herd + 1 : 0)).filter(Boolean);
  // The herds with the most sick animals for their periods.
  expect(above).toEqual(expect.arrayContaining([1, 3, 7, 8, 14]));
  expect(Math.abs(mean!.values.reduce((sum, value) => sum + value, 0) / herds.length)).toBeLessThan(0.05);
});

// Gauss-Hermite quadrature with 100 points, and BFGS of SciPy.
it.each([
  ['logit', -81.532461, [3.0619, 1.8334, -1.6235, 1.5128, 4.2271, 6.0862, 1.1348]],
  ['probit', -80.931295, [1.7999, 1.0481, -0.9263, 0.8894, 2.4673, 3.5364, 0.663]],
  ['complementary_log_log', -82.725777, [1.9744, 1.1282, -0.4973, 1.4401, 3.1903, 4.5524, 0.7596]],
] as const)('The fit of ratings with the link %s equals quadrature by another program', (link, logLikelihood, all) => {
  const fit = fitOfRatings(link);
  expect(fit.logLikelihood).toBeCloseTo(logLikelihood, 5);
  all.forEach((estimate, k) => expect(Math.abs(fit.estimates[k]! - estimate)).toBeLessThan(2e-4));
});

it('Each judge with a single rating is refused, because only repeated responses identify the intercepts', () => {
  const columns = new Map(wines.columns).set(
    'judge',
    wines.columns.get('judge')!.map((_, row) => String(row)),
  );
  expect(() => fitted(wineText, { ...wines, columns })).toThrow(
    'every group has a single response, so that random intercepts cannot be estimated',
  );
});

it.each([
  ['pays ~ age + (1 | town) + (1 | street)', 'has more than one random intercept'],
  ['pays ~ age:(1 | town)', 'expected ")", but found "|"'],
])('The formula %s is refused', (formula, message) => {
  expect(() => expandSpec(parseSpec(`title: Pay\nformula: ${formula}`), cattle)).toThrow(message);
});

it('Amounts and other groups than those of the intercepts are refused', () => {
  expect(() =>
    expandSpec(parseSpec('title: Herds\nformula: sick ~ factor(period) + (1 | herd)\nfamily: amounts'), cattle),
  ).toThrow(
    'has random intercepts, but only counts and an outcome with two values, with counts of successes or with an order can have them',
  );
  expect(() => expandSpec(parseSpec(`${cattleText}\ngroup: period`), cattle)).toThrow(
    'group: is "period", but the random intercepts of the formula are those of "herd": omit it',
  );
});

describeInFullLevel('calibrations with random intercepts', () => {
  function calibrated(text: string, data: Table) {
    const { recipe, table } = expandSpec(parseSpec(text), data);
    return calibrate({ recipe: parseRecipe(recipe), data: table, calibratedOn: '2026-11-27' });
  }

  it('A calibration of counts simulates new herds with the mean of the data', () => {
    const { definition } = calibrated('title: Herds\nformula: sick ~ factor(period) + (1 | herd)', cattle);
    const { summary } = simulate({ definition, scenario: baselineScenario(definition), seed: 1, agentCount: 4_000 });
    const counts = cattle.columns.get('sick')!.map(Number);
    const mean = counts.reduce((sum, sick) => sum + sick, 0) / counts.length;
    expect(Math.abs(summary.measures[0]!.mean / mean - 1)).toBeLessThan(0.2);
    expect(summary.measures[0]!.errors.estimation).toBeGreaterThan(0);
  });

  it.each([
    ['herds', cattleText, cattle],
    ['judges', wineText, wines],
  ])('A calibration gives a definition of new %s, whose mean probabilities are those of the data', (_, text, data) => {
    const calibration = calibrated(text, data);
    const { definition, samples } = calibration;
    expect(definition.evidence.fits[0]!.method).toBe('maximum likelihood with 100 points of quadrature, BFGS');
    const { summary } = simulate({ definition, scenario: baselineScenario(definition), seed: 1, agentCount: 4_000 });
    summary.outcomes.forEach(({ id, share, errors }) => {
      const { observed } = definition.evidence.baseline!.figures.find((one) => one.id === id)!;
      expect(Math.abs(share - observed)).toBeLessThan(0.04);
      expect(errors.estimation).toBeGreaterThan(0);
    });
    // The intercepts account for the groups, so that the standard errors are those of the fit.
    const { estimates, fit, warnings } = calibrationResult(calibration);
    const own = Array.from(samples[0]!.fitted.fit.standardErrors);
    for (const { coefficient, standard_error: error } of estimates)
      expect(error).toBeCloseTo(own[samples[0]!.names.indexOf(coefficient)]!, 7);
    expect(definition.evidence.estimates.map((one) => one.standard_error)).toEqual(
      estimates.map((one) => one.standard_error),
    );
    expect(fit.standard_errors).toBe('of the model, whose random intercepts account for the groups');
    expect(warnings.find(({ code }) => code === 'few_clusters')!.message).toContain('random intercepts is uncertain');
  });
});
