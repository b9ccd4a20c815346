import {
  choicesPerRespondent,
  draws,
  market,
  respondentCount,
  standardNormals,
  tastes,
  uniform,
  expectSlopes,
} from '../../../test/support/calibration/two-products.js';
import { conditionalLogit } from '../likelihoods/conditional-logit.js';
import { orderedOutcomes } from '../likelihoods/ordered-outcomes.js';
import { totalLikelihood } from '../total-likelihood.js';
import { rankedChoices } from '../likelihoods/choice-based-sample.js';
import { logSumExp, panelOf } from './panel.js';
import { tastePoints } from './taste-points.js';
import { fitRandomTastes, simulatedLikelihood } from './random-tastes.js';
import { itInFullLevel } from '../../../test/support/full-level.js';

const rowCount = respondentCount * choicesPerRespondent;

const sumOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);

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

  itInFullLevel('The fit recovers the Cholesky factor of correlated tastes within its standard errors', () => {
    const together = market((respondent) => ({
      price: -Math.exp(0.4 + 0.6 * standardNormals[respondent * 2]!),
      brand: 0.5 - 0.8 * standardNormals[respondent * 2]! + 0.9 * standardNormals[respondent * 2 + 1]!,
    }));
    const correlated = [tastes[0], { ...tastes[1], correlatedWith: [0] }];
    const fit = fitRandomTastes(together.design, together.kernel, correlated, draws);
    expect(fit.names.slice(2)).toEqual(['sd:price', 'sd:brand', 'loading:brand:price']);
    [0.4, 0.5, 0.6, 0.9, -0.8].forEach((value, k) => {
      expect(Math.abs(fit.estimates[k]! - value) / fit.standardErrors[k]!).toBeLessThan(3);
      expect(fit.standardErrors[k]).toBeLessThan(0.25);
    });
    const apart = fitRandomTastes(together.design, together.kernel, tastes, draws);
    expect(fit.logLikelihood).toBeGreaterThan(apart.logLikelihood + 2);
  });

  itInFullLevel('The fit recovers amounts of money within their standard errors', () => {
    const inMoney = [{ ...tastes[0], isMoney: true as const }, tastes[1]];
    const paying = market((respondent) => {
      const size = Math.exp(0.4 + 0.6 * standardNormals[respondent * 2]!);
      return { price: -size, brand: size * (0.5 + 0.9 * standardNormals[respondent * 2 + 1]!) };
    });
    const fit = fitRandomTastes(paying.design, paying.kernel, inMoney, draws);
    [0.4, 0.5, 0.6, 0.9].forEach((value, k) => {
      expect(Math.abs(fit.estimates[k]! - value) / fit.standardErrors[k]!).toBeLessThan(3);
      expect(fit.standardErrors[k]).toBeLessThan(0.25);
    });
    const utilities = fitRandomTastes(paying.design, paying.kernel, tastes, draws);
    expect(fit.logLikelihood).toBeGreaterThan(utilities.logLikelihood);
  });
});
