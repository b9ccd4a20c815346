import {
  choicesPerRespondent,
  market,
  respondentCount,
  uniform,
  expectSlopes,
} from '../../../test/support/calibration/two-products.js';
import { maximizeByNewton } from '../newton.js';
import { totalLikelihood } from '../total-likelihood.js';
import { ownCoefficients } from './class-layout.js';
import { classMixture } from './class-mixture.js';
import { fitLatentClasses } from './latent-classes.js';

const rowCount = respondentCount * choicesPerRespondent;

const sumOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);

describe('latent classes', () => {
  const tastes = [
    { price: -3, brand: 1 },
    { price: -0.5, brand: -1 },
  ] as const;
  const tasteOf = (respondent: number) => tastes[respondent % 3 === 0 ? 1 : 0];
  const { design, kernel } = market(tasteOf);
  const options = { layout: ownCoefficients(2, 2), seed: 5, starts: 3, finalists: 2 };
  const found = fitLatentClasses(design, kernel, options);

  it('The fit recovers latent classes within their standard errors, the largest first', () => {
    const truth = [-3, 1, -0.5, -1, Math.log(1 / 2)];
    truth.forEach((value, k) => {
      expect(Math.abs(found.estimates[k]! - value) / found.standardErrors[k]!).toBeLessThan(3);
      expect(found.standardErrors[k]).toBeLessThan(0.4);
    });
    expect(found.shares[0]! + found.shares[1]!).toBeCloseTo(1, 12);
  });

  it('Two classes have a higher likelihood than one, and all finalists reach the same maximum', () => {
    const one = totalLikelihood(design, kernel);
    expect(found.logLikelihood).toBeGreaterThan(maximizeByNewton(one, one.start()).logLikelihood + 100);
    expect(found.maxima[1]).toBeCloseTo(found.maxima[0]!, 5);
  });

  it('The same seed gives the same latent classes', () => {
    const few = market(tasteOf, 40);
    const [first, second] = [1, 2].map(() => fitLatentClasses(few.design, few.kernel, options).estimates);
    expect(first).toEqual(second);
  });

  it('Latent class gradients equal numerical differences', () => {
    const mixture = classMixture(design, kernel, ownCoefficients(2, 2));
    const at = Float64Array.of(-2, 0.5, -1, -0.3, 0.4);
    expectSlopes(mixture, at);
    expect(sumOf(mixture.byRespondent(at))).toBeCloseTo(mixture.value(at), 8);
  });

  it('Membership probabilities identify the class of most respondents', () => {
    const memberships = classMixture(design, kernel, ownCoefficients(2, 2)).memberships(found.estimates);
    const right = Array.from(
      { length: respondentCount },
      (_, respondent) => memberships[respondent * 2 + 1]! > 0.5 === (respondent % 3 === 0),
    );
    expect(right.filter(Boolean).length / respondentCount).toBeGreaterThan(0.9);
  });
});

describe('shares of latent classes that depend on the respondent', () => {
  const logOdds = [0.3, 1.2] as const;
  const incomes = Float64Array.from({ length: respondentCount }, (_, respondent) => 4 * uniform(respondent, 7) - 2);
  const isSaver = incomes.map((income, respondent) => {
    const odds = Math.exp(logOdds[0] + logOdds[1] * income);
    return Number(uniform(respondent, 8) < odds / (1 + odds));
  });
  const sample = market((respondent) =>
    isSaver[respondent] === 1 ? { price: -3, brand: 1 } : { price: -0.5, brand: -1 },
  );
  /** Log odds of each class after the first, with the given terms of the row. */
  const withTerms = (
    names: readonly string[],
    termsOf: (row: number) => readonly number[],
    classes = 2,
  ): typeof sample => {
    const width = names.length;
    const matrix = new Float64Array(rowCount * width);
    for (let row = 0; row < rowCount; row++) matrix.set(termsOf(row), row * width);
    const others = Array.from({ length: classes - 1 }, (_, c) => ({
      coefficients: Int32Array.from(names, (_name, k) => c * width + k),
      matrix,
    }));
    const membership = {
      coefficients: others.flatMap((_, c) => names.map((name) => `${name}_${c + 2}`)),
      equations: [{ coefficients: new Int32Array(0), matrix: new Float64Array(0) }, ...others],
    };
    return { ...sample, design: { ...sample.design, membership } };
  };
  const incomeOf = (row: number) => incomes[Math.floor(row / choicesPerRespondent)]!;
  const own = withTerms(['constant', 'income'], (row) => [1, incomeOf(row)]);
  const options = { layout: ownCoefficients(2, 2), seed: 5, starts: 2, finalists: 1 };
  const same = fitLatentClasses(sample.design, sample.kernel, options);

  it('The fit recovers the effect of an attribute on the log odds, and has a higher likelihood than constant shares', () => {
    const found = fitLatentClasses(own.design, own.kernel, options);
    // The largest class is the reference of the log odds.
    const isReference = isSaver.reduce((sum, value) => sum + value, 0) > respondentCount / 2;
    const sign = isReference ? -1 : 1;
    const tastes = isReference ? [-3, 1, -0.5, -1] : [-0.5, -1, -3, 1];
    [...tastes, sign * logOdds[0], sign * logOdds[1]].forEach((value, k) => {
      expect(Math.abs(found.estimates[k]! - value) / found.standardErrors[k]!).toBeLessThan(3);
      expect(found.standardErrors[k]).toBeLessThan(0.4);
    });
    expect(found.shares[0]).toBeGreaterThan(0.5);
    expect(found.logLikelihood).toBeGreaterThan(same.logLikelihood + 20);
  });

  it('Gradients with terms in the log odds equal numerical differences', () => {
    const mixture = classMixture(own.design, own.kernel, ownCoefficients(2, 2));
    expectSlopes(mixture, Float64Array.of(-2, 0.5, -1, -0.3, 0.4, -0.7));
  });

  it('A constant as the only term gives the fit of constant shares', () => {
    const { design, kernel } = withTerms(['constant'], () => [1]);
    const found = fitLatentClasses(design, kernel, options);
    expect(found.logLikelihood).toBeCloseTo(same.logLikelihood, 6);
    found.estimates.forEach((estimate, k) => expect(estimate).toBeCloseTo(same.estimates[k]!, 3));
  });

  it.each([
    ['constant', (): typeof sample => sample, [0.4, -0.7]],
    ['own', () => withTerms(['constant', 'income'], (row) => [1, incomeOf(row)], 3), [0.4, -0.7, 1.1, 0.3]],
  ] as const)('Classes with %s shares that change places keep the likelihood', (_, sampleOf, logOdds) => {
    const { design, kernel } = sampleOf();
    const mixture = classMixture(design, kernel, ownCoefficients(3, 2));
    const tastes = [-2, 0.5, -1, -0.3, -3, 0.2];
    const order = [2, 0, 1];
    const moved = [
      ...order.flatMap((c) => tastes.slice(2 * c, 2 * c + 2)),
      ...mixture.membership.reordered(Float64Array.from(logOdds), order),
    ];
    const before = mixture.value(Float64Array.of(...tastes, ...logOdds));
    expect(mixture.value(Float64Array.from(moved))).toBeCloseTo(before, 8);
    expect(mixture.membership.isSymmetric).toBe(true);
  });

  it.each([
    [
      'calibration_uneven_panel',
      'rows of one respondent have different values of the membership term of trip_2',
      withTerms(['constant', 'trip'], (row) => [1, row % 2]),
    ],
    [
      'calibration_collinear',
      'double_2 (with income_2)',
      withTerms(['constant', 'income', 'double'], (row) => [1, incomeOf(row), 2 * incomeOf(row)]),
    ],
  ])('Terms that the respondents do not identify are the error %s', (code, message, { design, kernel }) => {
    const fit = () => fitLatentClasses(design, kernel, options);
    expect(fit).toThrow(message);
    expect(fit).toThrow(expect.objectContaining({ code }) as Error);
  });
});
