import { CalibrationError } from '../../fitting/calibration-error.js';
import type { ConditionalLogit } from './conditional-logit.schema.js';
import { conditionalLogit } from '../../fitting/likelihoods/conditional-logit.js';
import { sampleSize, rowsOf } from '../../../test/support/full-level.js';
import { mixtureOf } from './fit-tastes.js';
import { choices, decisionWith, rowsPerRespondent } from './testing/random-tastes.js';

const respondents = sampleSize(60, 120);

describe('draws of random tastes', () => {
  it.each(
    rowsOf<[string, { tastes: number; respondents: number; draws: number; tolerance: number }]>(
      [['one taste', { tastes: 1, respondents, draws: 100, tolerance: 1e-5 }]],
      [['3 tastes', { tastes: 3, respondents: 120, draws: 2_000, tolerance: 0.1 }]],
    ),
  )(
    'With %s, probabilities given the earlier rows of a respondent have its joint likelihood as their product',
    (_, { tastes, respondents: count, draws, tolerance }) => {
      const { design, kernel } = choices(tastes, 1, count);
      const mixture = mixtureOf(decisionWith(design.coefficients))!;
      const parameters = new Float64Array(2 * tastes).fill(0.5, 0, tastes).fill(1, tastes);
      const joint = mixture.logLikelihoods(design, kernel, parameters, { draws: { count: draws } });
      const given = mixture.probabilities(design, kernel, parameters, kernel);
      const alone = mixture.probabilities(design, kernel, parameters);
      const sumOf = (values: Float64Array, respondent: number) =>
        values
          .subarray(respondent * rowsPerRespondent, (respondent + 1) * rowsPerRespondent)
          .reduce((sum, value) => sum + Math.log(value), 0);
      const differences = joint.map((value, respondent) => sumOf(given, respondent) - value);
      for (const difference of differences) expect(Math.abs(difference)).toBeLessThan(tolerance);
      expect(Math.abs(differences.reduce((sum, value) => sum + value, 0)) / design.rows).toBeLessThan(0.001);
      // Without the earlier rows, the product is another number.
      expect(Math.abs(joint.reduce((sum, value, k) => sum + value - sumOf(alone, k), 0))).toBeGreaterThan(0.1);
    },
  );

  it('A single taste uses quadrature, more tastes use draws, and more than five use Latin hypercube draws', () => {
    const methodOf = (tastes: number, draws = {}) =>
      mixtureOf(decisionWith(Array.from({ length: tastes }, (_, k) => `x${k}`)))!.method({ draws });
    expect(methodOf(1)).toBe('maximum likelihood with 100 points of quadrature, BFGS');
    expect(methodOf(2)).toBe('simulated maximum likelihood: 200 Halton draws for each respondent, BFGS');
    expect(() => methodOf(2, { kind: 'quadrature' })).toThrow('Quadrature needs a single random taste');
    expect(methodOf(6)).toBe(
      'simulated maximum likelihood: 200 modified Latin hypercube draws for each respondent, BFGS',
    );
    expect(methodOf(1, { count: 50, kind: 'mlhs' })).toContain('50 modified Latin hypercube draws');
  });

  it('The fit reports how far estimates move with twice the draws', () => {
    const { design, kernel } = choices(1, 0.8, respondents);
    for (const [kind, count, shift] of [
      ['halton', 200, 0.1],
      ['quadrature', 100, 0.001],
    ] as const) {
      const { draws, names } = mixtureOf(decisionWith(['x0']))!.fit(design, kernel, { draws: { kind } });
      expect(draws).toMatchObject({ kind, count, comparisonCount: 2 * count });
      expect([...draws!.shifts.keys()]).toEqual(names);
      expect(Math.max(...draws!.shifts.values())).toBeLessThan(shift);
    }
  });

  it('A fit whose draws determine the estimates is rejected with the coefficients', () => {
    const { design, kernel } = choices(3, 3, respondents);
    const attempt = () =>
      mixtureOf(decisionWith(['x0', 'x1', 'x2']))!.fit(design, kernel, { draws: { count: 10, kind: 'mlhs' } });
    expect(attempt).toThrow(CalibrationError);
    expect(attempt).toThrow(
      /^10 draws are too few: with twice as many, estimates change by more than a standard error/,
    );
  });
});

describe('random tastes without spread in the data', () => {
  it('A standard deviation of 0 has the standard error 0, and the other coefficients have a covariance', () => {
    const { design } = choices(1, 0, respondents);
    // Every respondent chooses the second alternative twice, so that respondents differ less than by random error.
    const chosen = Int32Array.from({ length: design.rows }, (_, row) => Number(row % 3 === 0));
    const fit = mixtureOf(decisionWith(['x0']))!.fit(design, conditionalLogit(2, chosen), { draws: {} });
    expect(fit.estimates[1]).toBe(0);
    expect(fit.standardErrors[1]).toBe(0);
    expect(fit.standardErrors[0]).toBeGreaterThan(0);
    expect([...fit.draws!.shifts.keys()]).toEqual(['x0']);
  });
});

describe('normal priors', () => {
  const { design, kernel } = choices(1, 1.5, respondents);
  const classes = [
    { id: 'a', coefficients: { x0: 'a_x0' } },
    { id: 'b', coefficients: { x0: 'b_x0' }, log_odds: 'odds' },
  ];
  const byClass = { coefficients: [{ id: 'x0' }], classes } as unknown as ConditionalLogit;

  const draws = { kind: 'quadrature', count: 50 } as const;

  it.each([
    ['the mean and the spread of a taste', decisionWith(['x0']), { x0: 0.9, spread_of_x0: 0.4 }],
    ['a coefficient of a latent class', byClass, { b_x0: 1.5 }],
  ])('Vague priors on %s change nothing, and strong ones give the priors themselves', (_, decision, means) => {
    const mixture = mixtureOf(decision)!;
    const fitWith = (sd?: number) =>
      mixture.fit(design, kernel, {
        draws,
        ...(sd && { priors: Object.fromEntries(Object.entries(means).map(([id, mean]) => [id, { mean, sd }])) }),
      });
    const plain = fitWith();
    expect(fitWith(1e4).logLikelihood).toBeCloseTo(plain.logLikelihood, 5);
    const strong = fitWith(1e-3);
    expect(strong.names).toEqual(plain.names);
    expect(strong.logLikelihood).toBeLessThan(plain.logLikelihood);
    for (const [id, mean] of Object.entries(means)) {
      const at = plain.names.indexOf(id);
      expect(strong.estimates[at]).toBeCloseTo(mean, 3);
      for (const errors of [strong.standardErrors, strong.robustStandardErrors])
        expect(errors[at]! / 1e-3).toBeCloseTo(1, 2);
      const { share, estimateWithout } = strong.priors!.get(id)!;
      expect(share).toBeCloseTo(1, 2);
      expect(estimateWithout).toBeCloseTo(plain.estimates[at]!, 4);
    }
  });

  it('A refit of resampled respondents starts at the estimates and finds another maximum', () => {
    for (const decision of [decisionWith(['x0']), byClass]) {
      const mixture = mixtureOf(decision)!;
      const { estimates } = mixture.fit(design, kernel, { draws });
      const same = mixture.refit(design, kernel, estimates, { draws });
      same.forEach((value, k) => expect(value).toBeCloseTo(estimates[k]!, 3));
      const weights = Float64Array.from(design.clusters!, (respondent) => Number(respondent % 3 > 0));
      const other = mixture.refit({ ...design, weights }, kernel, estimates, { draws });
      expect(other.some((value, k) => Math.abs(value - estimates[k]!) > 0.01)).toBe(true);
    }
  });
});

describe('starting points of latent classes', () => {
  it('The fit reports how many starting points reached the highest log-likelihood', () => {
    const { design, kernel } = choices(1, 1.5, respondents);
    const classes = [
      { id: 'a', coefficients: { x0: 'a_x0' } },
      { id: 'b', coefficients: { x0: 'b_x0' }, log_odds: 'odds' },
    ];
    const decision = { coefficients: [{ id: 'x0' }], classes } as unknown as ConditionalLogit;
    const { starts } = mixtureOf(decision)!.fit(design, kernel, { draws: {} });
    expect(starts).toMatchObject({ count: 6, continued: 3 });
    expect(starts!.reachedBest).toBeGreaterThanOrEqual(1);
  });
});
