import { philox4x32 } from '../../engine/random/philox.js';
import { uniformFromWords } from '../../engine/random/uniform.js';
import { conditionalLogit } from '../kernels/conditional-logit.js';
import type { Design } from '../likelihood.js';
import { maximizeByNewton } from '../newton.js';
import { normalQuantile } from '../../engine/math/normal.js';
import { standardUniforms } from '../numbers/halton.js';
import type { Objective } from '../objective.js';
import { totalLikelihood } from '../total-likelihood.js';
import { ownCoefficients } from './class-layout.js';
import { classMixture } from './class-mixture.js';
import { fitLatentClasses } from './latent-classes.js';
import { fitRandomTastes, simulatedLikelihood } from './random-tastes.js';

const respondentCount = 240;
const choicesPerRespondent = 12;
const rowCount = respondentCount * choicesPerRespondent;

function uniform(row: number, slot: number): number {
  const words = new Uint32Array(4);
  philox4x32(11, 0, row, slot, 0, 0, words);
  return uniformFromWords(words[0]!, words[1]!);
}

/** Two products at random prices, the second of another brand; each respondent has individual coefficients of price and brand. */
function market(tasteOf: (respondent: number) => { price: number; brand: number }) {
  const first = new Float64Array(rowCount);
  const second = new Float64Array(2 * rowCount);
  const chosen = new Int32Array(rowCount);
  for (let row = 0; row < rowCount; row++) {
    const { price, brand } = tasteOf(Math.floor(row / choicesPerRespondent));
    first[row] = 1 + 2 * uniform(row, 0);
    second.set([1 + 2 * uniform(row, 1), 1], 2 * row);
    const lead = brand + price * (second[2 * row]! - first[row]!);
    chosen[row] = uniform(row, 2) < 1 / (1 + Math.exp(-lead)) ? 1 : 0;
  }
  const design: Design = {
    rows: rowCount,
    coefficients: ['price', 'brand'],
    equations: [
      { coefficients: Int32Array.of(0), matrix: first },
      { coefficients: Int32Array.of(0, 1), matrix: second },
    ],
    clusters: Int32Array.from({ length: rowCount }, (_, row) => Math.floor(row / choicesPerRespondent)),
  };
  return { design, kernel: conditionalLogit(2, chosen) };
}

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
  const { design, kernel } = market((respondent) => tastes[respondent % 3 === 0 ? 1 : 0]);
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
    expect(Array.from(fitLatentClasses(design, kernel, options).estimates)).toEqual(Array.from(found.estimates));
  });

  it('Latent class gradients equal numerical differences', () => {
    expectSlopes(classMixture(design, kernel, ownCoefficients(2, 2)), Float64Array.of(-2, 0.5, -1, -0.3, 0.4));
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

describe('random tastes', () => {
  const own = standardUniforms('halton', respondentCount, 1, 2).map(normalQuantile);
  const { design, kernel } = market((respondent) => ({
    price: -Math.exp(0.4 + 0.6 * own[respondent * 2]!),
    brand: 0.5 + 1.2 * own[respondent * 2 + 1]!,
  }));
  const tastes = [
    { coefficient: 'price', distribution: 'log_normal', sign: -1 },
    { coefficient: 'brand', distribution: 'normal' },
  ] as const;
  const draws = { count: 30, values: standardUniforms('halton', respondentCount, 30, 2).map(normalQuantile) };

  it('Random taste gradients equal numerical differences', () => {
    expectSlopes(simulatedLikelihood(design, kernel, tastes, draws), Float64Array.of(0.2, 0.3, 0.5, 0.9));
  });

  it('Posterior means follow the coefficients of respondents, and average to the mean of the distribution', () => {
    const likelihood = simulatedLikelihood(design, kernel, tastes, draws);
    const posteriors = likelihood.posteriors(Float64Array.of(0.4, 0.5, 0.6, 1.2));
    const brands = Array.from({ length: respondentCount }, (_, k) => posteriors[4 * k + 2]!);
    const truth = brands.map((_, k) => 0.5 + 1.2 * own[2 * k + 1]!);
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

  it('The fit recovers the Cholesky factor of correlated tastes within its standard errors', () => {
    const together = market((respondent) => ({
      price: -Math.exp(0.4 + 0.6 * own[respondent * 2]!),
      brand: 0.5 - 0.8 * own[respondent * 2]! + 0.9 * own[respondent * 2 + 1]!,
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
