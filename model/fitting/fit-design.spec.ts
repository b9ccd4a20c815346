import { normalQuantile } from '../math/normal.js';
import { standardUniforms } from './numbers/testing/standard-uniforms.js';
import { type BootstrapOptions, withBootstrap } from './bootstrap.js';
import { CalibrationError } from './calibration-error.js';
import { numberLabels } from './covariance.js';
import { type Fit, fitDesign, refitDesign } from './fit-design.js';
import { requireEveryOutcome } from './identification.js';
import { binaryLogit } from './likelihoods/binary-outcomes.js';
import { conditionalLogit } from './likelihoods/conditional-logit.js';
import { poisson } from './likelihoods/counts.js';
import type { Design, LikelihoodKernel } from './likelihood.js';
import type { Priors } from './priors.js';
import { totalLikelihood } from './total-likelihood.js';

const rowCount = 60;
const normals = standardUniforms('halton', rowCount, 1, 3).map(normalQuantile);
const x = Float64Array.from({ length: rowCount }, (_, row) => normals[row * 3]!);
const y = Float64Array.from({ length: rowCount }, (_, row) => normals[row * 3 + 1]!);
const one = new Float64Array(rowCount).fill(1);
const answers = Float64Array.from({ length: rowCount }, (_, row) => (x[row]! + normals[row * 3 + 2]! > 0 ? 1 : 0));

function design(terms: Record<string, Float64Array>, rest: Partial<Design> = {}): Design {
  const names = Object.keys(terms);
  const rows = terms[names[0]!]!.length;
  const matrix = new Float64Array(rows * names.length);
  names.forEach((name, k) => terms[name]!.forEach((value, row) => (matrix[row * names.length + k] = value)));
  return { rows, coefficients: names, equations: [{ coefficients: Int32Array.from(names.keys()), matrix }], ...rest };
}

function errorOf(act: () => unknown): CalibrationError {
  try {
    act();
  } catch (caught) {
    if (caught instanceof CalibrationError) return caught;
    throw caught;
  }
  throw new Error('nothing was refused');
}

describe('fitDesign', () => {
  it('The fit of a constant to Poisson counts equals the closed form', () => {
    const counts = Float64Array.from({ length: rowCount }, (_, row) => row % 4);
    const { estimates, standardErrors } = fitDesign(design({ constant: one }), poisson(counts));
    expect(estimates[0]).toBeCloseTo(Math.log(1.5), 10);
    expect(standardErrors[0]).toBeCloseTo(1 / Math.sqrt(1.5 * rowCount), 10);
  });

  it('A row of weight 2 counts as two rows', () => {
    const twice = new Float64Array(2 * rowCount);
    const double = (values: Float64Array) => twice.map((_, row) => values[row % rowCount]!);
    const apart = fitDesign(design({ constant: double(one), x: double(x) }), binaryLogit(double(answers)));
    const weighted = fitDesign(design({ constant: one, x }, { weights: one.map(() => 2) }), binaryLogit(answers));
    expect(weighted.logLikelihood).toBeCloseTo(apart.logLikelihood, 9);
    weighted.standardErrors.forEach((error, k) => expect(error).toBeCloseTo(apart.standardErrors[k]!, 10));
  });

  it('An offset is added without a coefficient', () => {
    const plain = fitDesign(design({ constant: one, x }), binaryLogit(answers));
    const shifted = design({ constant: one, x });
    const [equation] = shifted.equations;
    const moved = fitDesign({ ...shifted, equations: [{ ...equation!, offset: x }] }, binaryLogit(answers));
    expect(moved.estimates[1]).toBeCloseTo(plain.estimates[1]! - 1, 8);
  });

  it('Repeated responses within a respondent reduce plain standard errors but not clustered ones', () => {
    const twice = new Float64Array(2 * rowCount);
    const double = (values: Float64Array) => twice.map((_, row) => values[row % rowCount]!);
    const single = fitDesign(design({ constant: one, x }), binaryLogit(answers));
    const clusters = Int32Array.from(twice, (_, row) => row % rowCount);
    const repeated = fitDesign(
      design({ constant: double(one), x: double(x) }, { clusters }),
      binaryLogit(double(answers)),
    );
    expect(repeated.clusters).toBe(rowCount);
    expect(repeated.robustStandardErrors[1]).toBeCloseTo(single.robustStandardErrors[1]!, 10);
    expect(repeated.standardErrors[1]).toBeCloseTo(single.standardErrors[1]! / Math.SQRT2, 10);
  });

  it('Derivatives for coefficients shared by equations equal numerical differences of the log-likelihood', () => {
    const chosen = Int32Array.from(answers);
    const shared: Design = {
      rows: rowCount,
      coefficients: ['constant', 'x'],
      equations: [
        { coefficients: Int32Array.of(1), matrix: x },
        {
          coefficients: Int32Array.of(1, 0),
          matrix: Float64Array.from({ length: 2 * rowCount }, (_, k) => (k % 2 ? 1 : y[k >> 1]!)),
        },
      ],
    };
    const likelihood = totalLikelihood(shared, conditionalLogit(2, chosen));
    const at = Float64Array.of(0.3, -0.4);
    const [gradient, hessian, above, below] = [2, 4, 2, 2].map((size) => new Float64Array(size)) as Float64Array[] as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    likelihood.evaluateHessian(at, gradient, hessian);
    [0, 1].forEach((k) => {
      const up = likelihood.evaluateGradient(
        Float64Array.from(at, (value, i) => value + (i === k ? 1e-5 : 0)),
        above,
      );
      const down = likelihood.evaluateGradient(
        Float64Array.from(at, (value, i) => value - (i === k ? 1e-5 : 0)),
        below,
      );
      expect(gradient[k]).toBeCloseTo((up - down) / 2e-5, 5);
      [0, 1].forEach((j) => expect(hessian[k * 2 + j]).toBeCloseTo((above[j]! - below[j]!) / 2e-5, 5));
    });
  });
});

describe('Normal priors', () => {
  const data = design({ constant: one, x });
  const fitWith = (sd: number) => fitDesign(data, binaryLogit(answers), { priors: { x: { mean: 0.5, sd } } });
  const plain = fitDesign(data, binaryLogit(answers));

  it('The slope of the log-likelihood and of the prior cancel at the estimates, and their information adds up', () => {
    const fit = fitWith(0.3);
    const likelihood = totalLikelihood(data, binaryLogit(answers));
    const slopes = new Float64Array(2);
    expect(fit.logLikelihood).toBeCloseTo(likelihood.evaluateGradient(fit.estimates, slopes), 12);
    expect(slopes[0]).toBeCloseTo(0, 6);
    expect(slopes[1]).toBeCloseTo((fit.estimates[1]! - 0.5) / 0.09, 6);
    const [a, b, , d] = likelihood.information(fit.estimates, 'expected') as unknown as [
      number,
      number,
      number,
      number,
    ];
    const variance = a / (a * (d + 1 / 0.09) - b * b);
    expect(fit.covariance[3]).toBeCloseTo(variance, 10);
    expect(fit.priors!.get('x')).toMatchObject({ mean: 0.5, sd: 0.3 });
    expect(fit.priors!.get('x')!.share).toBeCloseTo(variance / 0.09, 10);
    expect(fit.priors!.get('x')!.estimateWithout).toBeCloseTo(plain.estimates[1]!, 8);
  });

  it('A vague prior gives the maximum likelihood fit, and a strong one the prior itself', () => {
    const vague = fitWith(1e5);
    vague.estimates.forEach((estimate, k) => expect(estimate).toBeCloseTo(plain.estimates[k]!, 6));
    vague.robustStandardErrors.forEach((error, k) => expect(error).toBeCloseTo(plain.robustStandardErrors[k]!, 6));
    const strong = fitWith(1e-3);
    expect(strong.estimates[1]).toBeCloseTo(0.5, 3);
    expect(strong.standardErrors[1]! / 1e-3).toBeCloseTo(1, 3);
    expect(strong.robustStandardErrors[1]! / 1e-3).toBeCloseTo(1, 3);
    expect(strong.priors!.get('x')!.share).toBeCloseTo(1, 3);
  });

  it('With few clusters, a strong prior gives the standard error of the prior', () => {
    const clusters = Int32Array.from(one, (_, row) => row % 12);
    const priors = { x: { mean: 0.5, sd: 1e-3 } };
    const { fewClusters } = fitDesign({ ...data, clusters }, binaryLogit(answers), { priors });
    expect(Math.sqrt(fewClusters!.covariance[3]!) / 1e-3).toBeCloseTo(1, 3);
  });

  it('A prior gives a finite estimate under separation, and states that the data alone give none', () => {
    const group = Float64Array.from({ length: rowCount }, (_, row) => (row < 8 ? 1 : 0));
    const outcomes = answers.map((answer, row) => (row < 8 ? 1 : answer));
    const priors = { group: { mean: 0, sd: 2 } };
    const fit = fitDesign(design({ constant: one, x, group }), binaryLogit(outcomes), { priors });
    expect(fit.estimates[2]).toBeGreaterThan(0);
    expect(fit.priors!.get('group')!.estimateWithout).toBeUndefined();
  });

  it('Coefficients that only a prior would separate are rejected by name', () => {
    const twice = x.map((value) => 2 * value);
    const priors = { twice: { mean: 0, sd: 1 } };
    const { code, meta } = errorOf(() =>
      fitDesign(design({ constant: one, x, twice }), binaryLogit(answers), { priors }),
    );
    const [tie] = meta.combinations as { coefficient: string; with: string[] }[];
    expect([code, [tie!.coefficient, ...tie!.with].sort()]).toEqual(['calibration_collinear', ['twice', 'x']]);
  });
});

describe('The bootstrap of clusters', () => {
  const clusters = Int32Array.from(one, (_, row) => row >> 1);
  const data = design({ constant: one, x }, { clusters });
  const kernel = binaryLogit(answers);
  const fit = fitDesign(data, kernel);
  const bootstrapped = (
    own: Fit,
    sample: Design,
    of: LikelihoodKernel,
    { priors = {}, ...options }: BootstrapOptions & { priors?: Priors },
  ) =>
    withBootstrap(own, sample, { ...options, priors }, (weighted, start, drawn) =>
      refitDesign(weighted, of, start, drawn),
    );

  it('With a prior, it agrees with the sandwich, which contains the error of the prior', () => {
    for (const sd of [0.1, 1e-3]) {
      const priors = { x: { mean: 0.5, sd } };
      const own = fitDesign(data, kernel, { priors });
      const errors = bootstrapped(own, data, kernel, { replicates: 400, seed: 7, priors }).robustStandardErrors;
      expect(Math.abs(errors[1]! / own.robustStandardErrors[1]! - 1)).toBeLessThan(0.12);
    }
  });

  it('Its standard errors agree with the sandwich', () => {
    const rows = 1_200;
    const draws = standardUniforms('halton', rows, 1, 2).map(normalQuantile);
    const terms = {
      constant: new Float64Array(rows).fill(1),
      x: Float64Array.from({ length: rows }, (_, row) => draws[row * 2]!),
    };
    const outcomes = terms.x.map((value, row) => Number(value > draws[row * 2 + 1]!));
    const large = design(terms, { clusters: Int32Array.from(outcomes, (_, row) => row >> 2) });
    const own = fitDesign(large, binaryLogit(outcomes));
    const found = bootstrapped(own, large, binaryLogit(outcomes), { replicates: 400, seed: 7 });
    expect(found.estimates).toBe(own.estimates);
    expect(found.bootstrap).toEqual({ replicates: 400, failed: 0 });
    // The relative error of a standard error from 400 replicates is 1/√800, 3.5%.
    found.robustStandardErrors.forEach((error, k) =>
      expect(Math.abs(error / own.robustStandardErrors[k]! - 1)).toBeLessThan(0.12),
    );
  });

  it('The same seed gives the same covariance, and another seed gives another one', () => {
    const [first, second, other] = [7, 7, 8].map(
      (seed) => bootstrapped(fit, data, kernel, { replicates: 20, seed }).robustCovariance,
    );
    expect(second).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it('Frequencies give the covariance of repeated respondents', () => {
    // Equal frequencies would only multiply the likelihood.
    const frequencies = Float64Array.from(one, (_, row) => 1 + (row % 3));
    const repeat = (values: Float64Array) =>
      Float64Array.from(
        Array.from(values).flatMap((value, row) => Array.from({ length: frequencies[row]! }, () => value)),
      );
    const apart = design({ constant: repeat(one), x: repeat(x) });
    const counted = design({ constant: one, x }, { weights: frequencies, frequencies });
    const repeatedKernel = binaryLogit(repeat(answers));
    const options = { replicates: 50, seed: 3 };
    const repeated = bootstrapped(fitDesign(apart, repeatedKernel), apart, repeatedKernel, options);
    const own = bootstrapped(fitDesign(counted, kernel), counted, kernel, options);
    own.robustCovariance.forEach((value, at) => expect(value).toBeCloseTo(repeated.robustCovariance[at]!, 8));
  });

  it('More than 5% of replicates without estimates are an error', () => {
    const rare = Float64Array.from({ length: rowCount }, (_, row) => (row < 5 ? 1 : 0));
    const outcomes = answers.map((answer, row) => (row < 5 ? Number(row === 0) : answer));
    const own = design({ constant: one, rare });
    const scarce = fitDesign(own, binaryLogit(outcomes));
    const { code, meta } = errorOf(() => bootstrapped(scarce, own, binaryLogit(outcomes), { replicates: 50, seed: 1 }));
    expect([code, meta.replicates]).toEqual(['calibration_bootstrap_failed', 50]);
    expect(bootstrapped(fit, data, kernel, { replicates: 50, seed: 1 }).bootstrap!.failed).toBe(0);
  });
});

describe('Rejection of unidentified models', () => {
  // Rounding leaves a remainder slightly above or below zero.
  it.each([0.1, 1 / 3, 0.37, 2.9, 57])(
    'Collinear coefficients are rejected with the coefficients they depend on (weight %d)',
    (weight) => {
      const both = x.map((value, row) => weight * value - y[row]! / 7 + 0.3);
      const { code, meta } = errorOf(() => fitDesign(design({ constant: one, x, y, both }), binaryLogit(answers)));
      expect(code).toBe('calibration_collinear');
      const [tie] = meta.combinations as { coefficient: string; with: string[] }[];
      expect([tie!.coefficient, ...tie!.with].sort()).toEqual(['both', 'constant', 'x', 'y']);
    },
  );

  it('Constants for every alternative are rejected as collinear', () => {
    const equations = [0, 1].map((k) => ({ coefficients: Int32Array.of(k), matrix: one }));
    const constants = { rows: rowCount, coefficients: ['asc_bus', 'asc_car'], equations };
    const { code, message } = errorOf(() => fitDesign(constants, conditionalLogit(2, Int32Array.from(answers))));
    expect(code).toBe('calibration_collinear');
    expect(message).toMatch(/asc_bus.*asc_car|asc_car.*asc_bus/);
  });

  it('A term with the same value for all alternatives is rejected as collinear', () => {
    const equations = [0, 1].map(() => ({ coefficients: Int32Array.of(0), matrix: x }));
    const { code, meta } = errorOf(() =>
      fitDesign({ rows: rowCount, coefficients: ['income'], equations }, conditionalLogit(2, Int32Array.from(answers))),
    );
    expect([code, meta.coefficients]).toEqual(['calibration_collinear', ['income']]);
  });

  it('A perfectly predicted outcome is rejected as separated', () => {
    const sign = Float64Array.from(x, (value) => (value > 0 ? 1 : 0));
    const { code, meta } = errorOf(() => fitDesign(design({ constant: one, x }), binaryLogit(sign)));
    expect([code, meta.coefficients]).toEqual(['calibration_separated', expect.arrayContaining(['x'])]);
  });

  it('Separation in one group names the coefficient of that group only', () => {
    const group = Float64Array.from({ length: rowCount }, (_, row) => (row < 8 ? 1 : 0));
    const outcomes = answers.map((answer, row) => (row < 8 ? 1 : answer));
    const { code, meta } = errorOf(() => fitDesign(design({ constant: one, x, group }), binaryLogit(outcomes)));
    expect([code, meta.coefficients]).toEqual(['calibration_separated', ['group']]);
  });

  it('An alternative with a constant that no row chose is rejected', () => {
    const equations = [[], [0], [1]].map((own) => ({
      coefficients: Int32Array.from(own),
      matrix: own.length > 0 ? one : new Float64Array(0),
    }));
    const constants = { rows: rowCount, coefficients: ['asc_car', 'asc_bus'], equations };
    const { code, meta } = errorOf(() => fitDesign(constants, conditionalLogit(3, Int32Array.from(answers))));
    expect([code, meta.coefficients]).toEqual(['calibration_separated', ['asc_bus']]);
    const named = errorOf(() => requireEveryOutcome(Int32Array.from(answers), ['walk', 'car', 'bus']));
    expect([named.code, named.meta.outcomes]).toEqual(['calibration_outcome_never_seen', ['bus']]);
  });

  it('A sample with no more observations than parameters is rejected', () => {
    const few = design({ constant: one.slice(0, 2), x: x.slice(0, 2) });
    const { code, meta } = errorOf(() => fitDesign(few, binaryLogit(answers)));
    expect([code, meta]).toEqual(['calibration_too_few', { observations: 2, parameters: 2 }]);
  });

  it('A coefficient with nonzero terms in too few rows is rejected', () => {
    const rare = Float64Array.from({ length: rowCount }, (_, row) => (row < 3 ? 1 : 0));
    const { code, meta } = errorOf(() => fitDesign(design({ constant: one, x, rare }), binaryLogit(answers)));
    expect([code, meta.coefficients]).toEqual(['calibration_too_few', ['rare']]);
  });
});

describe('numberLabels', () => {
  it('Labels get numbers from 0 in the order of their first occurrence', () => {
    expect(Array.from(numberLabels(['b', 'a', 'b', 'c']))).toEqual([0, 1, 0, 2]);
  });
});
