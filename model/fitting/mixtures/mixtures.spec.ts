import {
  choicesPerRespondent,
  draws,
  market,
  respondentCount,
  standardNormals,
  tastes,
  uniform,
} from '../../../test/support/calibration/two-products.js';
import { conditionalLogit } from '../likelihoods/conditional-logit.js';
import { orderedOutcomes } from '../likelihoods/ordered-outcomes.js';
import { maximizeByNewton } from '../newton.js';
import type { Objective } from '../objective.js';
import { totalLikelihood } from '../total-likelihood.js';
import { rankedChoices } from '../likelihoods/choice-based-sample.js';
import { logSumExp, panelOf } from './panel.js';
import { tastePoints } from './taste-points.js';
import { ownCoefficients } from './class-layout.js';
import { classMixture } from './class-mixture.js';
import { fitLatentClasses } from './latent-classes.js';
import { fitRandomTastes, simulatedLikelihood } from './random-tastes.js';

const rowCount = respondentCount * choicesPerRespondent;

const sumOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);

function expectSlopes(objective: Objective, at: Float64Array): void {
  const gradient = new Float64Array(objective.size);
  expect(objective.evaluateGradient(at, gradient)).toBeCloseTo(objective.value(at), 9);
  gradient.forEach((slope, k) => {
    const value = (by: number) => objective.value(at.map((parameter, i) => (i === k ? parameter + by : parameter)));
    expect(slope / rowCount).toBeCloseTo((value(1e-5) - value(-1e-5)) / 2e-5 / rowCount, 7);
  });
}

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

describe('random tastes', () => {
  const tasteOf = (respondent: number) => ({
    price: -Math.exp(0.4 + 0.6 * standardNormals[respondent * 2]!),
    brand: 0.5 + 1.2 * standardNormals[respondent * 2 + 1]!,
  });
  const { design, kernel } = market(tasteOf);

  it('Random taste gradients equal numerical differences', () => {
    const likelihood = simulatedLikelihood(design, kernel, tastes, draws);
    const at = Float64Array.of(0.2, 0.3, 0.5, 0.9);
    expectSlopes(likelihood, at);
    expect(sumOf(likelihood.byRespondent(at))).toBeCloseTo(likelihood.value(at), 8);
  });

  it('Points together give the likelihood and the gradient of separate points, also with unavailable alternatives, rankings, weights and tiny probabilities', () => {
    const alternatives = 3;
    const respondents = 40;
    const few = market(tasteOf, respondents).design;
    const [own, second] = few.equations;
    const three = { ...few, equations: [own!, second!, { ...own!, matrix: own!.matrix.toReversed() }] };
    const available = Uint8Array.from({ length: few.rows * alternatives }, (_, k) =>
      Number(k % alternatives === 0 || uniform(k, 5) < 0.6),
    );
    const isOpen = (row: number, alternative: number) => available[row * alternatives + alternative] === 1;
    const chosen = Int32Array.from({ length: few.rows }, (_, row) => (row % 2 === 1 && isOpen(row, 1) ? 1 : 0));
    const next = Int32Array.from({ length: few.rows }, (_, row) => (row % 3 === 0 && isOpen(row, 2) ? 2 : -1));
    const kernels = [
      conditionalLogit(alternatives, chosen, available),
      rankedChoices(alternatives, chosen, [{ chosen: next, isWorst: false }], available),
    ];
    const jointWeights = Float64Array.from({ length: few.rows }, (_, row) => [1, 1, 2, 1, 0.5][row % 5]!);
    for (const kernel of kernels)
      for (const weighted of [three, { ...three, jointWeights }])
        for (const size of [0.3, 5]) {
          const likelihood = simulatedLikelihood(weighted, kernel, tastes, draws);
          // A log-normal price of up to e^12 makes probabilities too small for a product.
          const at = Float64Array.of(size, 0.3, 0.5 * size, 0.9);
          const { values } = tastePoints(draws, respondents, ['log_normal', 'normal']);
          const one = totalLikelihood({ ...three, weights: weighted === three ? undefined : jointWeights }, kernel);
          const { rows } = panelOf(few);
          const slopes = new Float64Array(4);
          const separate = rows.map((lines, respondent) => {
            const ofDraws = Array.from({ length: draws.count }, (_, draw) => {
              const [a, b] = [0, 1].map((k) => values[(respondent * draws.count + draw) * 2 + k]!);
              const price = -Math.exp(at[0]! + at[2]! * a!);
              const own = Float64Array.of(price, at[1]! + at[3]! * b!);
              const slope = new Float64Array(2);
              const log = lines.reduce((sum, row) => sum + one.addGradientOfRow(own, row, slope), 0);
              const [byPrice, byBrand] = [slope[0]! * price, slope[1]!];
              return { log, slopes: [byPrice, byBrand, byPrice * a!, byBrand * b!] };
            });
            const shares = Float64Array.from(ofDraws, ({ log }) => log);
            const value = logSumExp(shares) - Math.log(draws.count);
            ofDraws.forEach((one, draw) => one.slopes.forEach((slope, k) => (slopes[k]! += shares[draw]! * slope)));
            return value;
          });
          const isClose = (value: number, other: number) =>
            expect(Math.abs(value - other)).toBeLessThan(1e-9 * Math.max(1, Math.abs(other)));
          likelihood.byRespondent(at).forEach((value, k) => isClose(value, separate[k]!));
          const gradient = new Float64Array(4);
          isClose(
            likelihood.evaluateGradient(at, gradient),
            separate.reduce((sum, value) => sum + value, 0),
          );
          gradient.forEach((slope, k) => isClose(slope, slopes[k]!));
        }
  });

  it('Posterior means follow the coefficients of respondents, and average to the mean of the distribution', () => {
    const likelihood = simulatedLikelihood(design, kernel, tastes, draws);
    const posteriors = likelihood.posteriors(Float64Array.of(0.4, 0.5, 0.6, 1.2));
    const brands = Array.from({ length: respondentCount }, (_, k) => posteriors[4 * k + 2]!);
    const truth = brands.map((_, k) => 0.5 + 1.2 * standardNormals[2 * k + 1]!);
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const [a, b] = [mean(brands), mean(truth)];
    const product = mean(brands.map((value, k) => (value - a) * (truth[k]! - b)));
    const deviation = (values: readonly number[], center: number) =>
      Math.sqrt(mean(values.map((v) => (v - center) ** 2)));
    expect(product / (deviation(brands, a) * deviation(truth, b))).toBeGreaterThan(0.75);
    expect(Math.abs(a - b)).toBeLessThan(0.1);
    // Prices are log-normal with a negative sign, and the choices narrow the distribution.
    for (let k = 0; k < respondentCount; k++) {
      expect(posteriors[4 * k]).toBeLessThan(0);
      expect(posteriors[4 * k + 3]).toBeGreaterThan(0);
    }
    expect(mean(brands.map((_, k) => posteriors[4 * k + 3]!))).toBeLessThan(1.2);
  });

  it('Correlated taste gradients equal numerical differences', () => {
    const correlated = [tastes[0], { ...tastes[1], correlatedWith: [0] }];
    const likelihood = simulatedLikelihood(design, kernel, correlated, draws);
    expectSlopes(likelihood, Float64Array.of(0.2, 0.3, 0.5, 0.9, -0.4));
    expect(likelihood.value(Float64Array.of(0.2, 0.3, 0.5, 0.9, 0))).toBe(
      simulatedLikelihood(design, kernel, tastes, draws).value(Float64Array.of(0.2, 0.3, 0.5, 0.9)),
    );
  });

  describe('in willingness-to-pay space', () => {
    const inMoney = [{ ...tastes[0], isMoney: true as const }, tastes[1]];

    it('Gradients equal numerical differences, also of correlated tastes', () => {
      const correlated = [inMoney[0]!, { ...tastes[1], correlatedWith: [0] }];
      expectSlopes(simulatedLikelihood(design, kernel, correlated, draws), Float64Array.of(0.2, 0.3, 0.5, 0.9, -0.4));
    });

    it('With one size of the coefficient of money, amounts are the ratios of the utilities', () => {
      const [own, utilities] = [inMoney, tastes].map((all) => simulatedLikelihood(design, kernel, all, draws));
      const size = Math.exp(0.4);
      expect(own!.value(Float64Array.of(0.4, 0.5 / size, 0, 1.2 / size))).toBeCloseTo(
        utilities!.value(Float64Array.of(0.4, 0.5, 0, 1.2)),
        8,
      );
    });
  });

  it('Gradients of random intercepts with thresholds equal numerical differences, and intercepts have a mean of 0', () => {
    const outcome = Int32Array.from({ length: rowCount }, (_, row) => Math.floor(3 * uniform(row, 3)));
    const levels = orderedOutcomes(outcome, 3);
    const offset = Float64Array.from({ length: rowCount }, (_, row) => uniform(row, 4));
    const one = { ...design, coefficients: ['brand'], equations: [{ ...design.equations[0]!, offset }] };
    const points = { kind: 'quadrature', count: 20 } as const;
    const likelihood = simulatedLikelihood(one, levels, [{ distribution: 'normal' }], points);
    expectSlopes(likelihood, Float64Array.of(0.2, -0.5, 0.8, 0.9));
    expect(likelihood.value(Float64Array.of(0.2, -0.5, 0.8, 0))).toBeCloseTo(
      totalLikelihood(one, levels).value(Float64Array.of(0.2, -0.5, 0.8)),
      8,
    );
  });

  it('Random tastes without spread equal the fixed coefficients', () => {
    const simulated = simulatedLikelihood(design, kernel, tastes, draws);
    const one = totalLikelihood(design, kernel);
    expect(simulated.value(Float64Array.of(0.2, 0.3, 0, 0))).toBeCloseTo(
      one.value(Float64Array.of(-Math.exp(0.2), 0.3)),
      8,
    );
  });

  it('The fit recovers random tastes within their standard errors', () => {
    const { names, estimates, standardErrors } = fitRandomTastes(design, kernel, tastes, draws);
    expect(names).toEqual(['price', 'brand', 'sd:price', 'sd:brand']);
    [0.4, 0.5, 0.6, 1.2].forEach((value, k) => {
      expect(Math.abs(estimates[k]! - value) / standardErrors[k]!).toBeLessThan(3);
      expect(standardErrors[k]).toBeLessThan(0.25);
    });
  });
});
