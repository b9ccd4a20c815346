import { normalQuantile } from '../../math/normal.js';
import { standardUniforms } from '../numbers/testing/standard-uniforms.js';
import { type PointSet, tastePoints } from './taste-points.js';

/** Mean of a function of the standard numbers of a point. */
function meanOver({ values, logWeights }: PointSet, width: number, of: (point: Float64Array) => number): number {
  return logWeights.reduce(
    (sum, logWeight, k) => sum + Math.exp(logWeight) * of(values.subarray(k * width, (k + 1) * width)),
    0,
  );
}

/** Shares of the points in a likelihood. */
function sharesIn(set: PointSet, width: number, logLikelihood: (point: Float64Array) => number): Float64Array {
  const total = meanOver(set, width, (point) => Math.exp(logLikelihood(point)));
  return set.logWeights.map(
    (logWeight, k) => Math.exp(logWeight + logLikelihood(set.values.subarray(k * width, (k + 1) * width))) / total,
  );
}

describe('quadrature over standard numbers', () => {
  it.each([
    ['normal', 1, Math.exp(0.5), 10],
    ['uniform', 1 / 3, Math.sinh(1), 10],
    ['triangular', 1 / 6, 2 * (Math.cosh(1) - 1), 4],
  ] as const)(
    'The %s distribution has its variance and the mean of e^x',
    (distribution, variance, meanOfExp, digits) => {
      const points = tastePoints({ kind: 'quadrature', count: 100 }, 1, [distribution]);
      expect(meanOver(points, 1, () => 1)).toBeCloseTo(1, 12);
      expect(meanOver(points, 1, ([x]) => x!)).toBeCloseTo(0, 12);
      expect(meanOver(points, 1, ([x]) => x! * x!)).toBeCloseTo(variance, digits);
      expect(meanOver(points, 1, ([x]) => Math.exp(x!))).toBeCloseTo(meanOfExp, digits);
    },
  );

  it('Points that follow a narrow likelihood integrate it to 10 digits, where the points of all respondents miss it', () => {
    // The product of a normal density around 2 with the standard deviation 0.02 and the standard normal density.
    const sd = 0.02;
    const logLikelihood = ([x]: Float64Array) => -(((x! - 2) / sd) ** 2) / 2;
    const exact = (sd / Math.hypot(1, sd)) * Math.exp(-2 / (1 + sd ** 2));
    const likelihoodOf = (set: PointSet) => meanOver(set, 1, (point) => Math.exp(logLikelihood(point))) / exact;
    const points = tastePoints({ kind: 'quadrature', count: 40 }, 1, ['normal']);
    expect(Math.abs(likelihoodOf(points) - 1)).toBeGreaterThan(0.1);
    for (let k = 0; k < 2; k++) points.move(0, (trial) => sharesIn(trial, 1, logLikelihood));
    expect(likelihoodOf(points)).toBeCloseTo(1, 10);
  });
});

describe('draws of several tastes', () => {
  const width = 3;
  const count = 200;
  const place = [1.5, -1, 0.5];
  const sd = 0.15;
  const logLikelihood = (point: Float64Array) => -point.reduce((sum, x, k) => sum + ((x - place[k]!) / sd) ** 2, 0) / 2;
  const exact = place.reduce(
    (product, x) => (product * sd * Math.exp((-x * x) / 2 / (1 + sd ** 2))) / Math.hypot(1, sd),
    1,
  );
  const averaging = { kind: 'halton', count } as const;
  const likelihoodOf = (set: PointSet) => meanOver(set, width, (point) => Math.exp(logLikelihood(point))) / exact;

  it('Before they move, they are those of all respondents with equal weights', () => {
    const { values, logWeights } = tastePoints(averaging, 3, ['normal', 'uniform', 'log_normal']);
    const uniforms = standardUniforms('halton', 3, count, width);
    const expected = uniforms.map((u, k) => (k % width === 1 ? 2 * u - 1 : normalQuantile(u)));
    values.forEach((value, k) => expect(value).toBeCloseTo(expected[k]!, 9));
    logWeights.forEach((weight) => expect(weight).toBeCloseTo(-Math.log(count), 12));
  });

  it('Draws that follow a narrow likelihood integrate it, no weight is above 5 times that of equal weights, and other respondents keep theirs', () => {
    const points = tastePoints(averaging, 2, ['normal', 'normal', 'normal']);
    const before = points.values.slice();
    expect(Math.abs(likelihoodOf(points) - 2)).toBeGreaterThan(0.2);
    points.move(0, (trial) => sharesIn(trial, width, logLikelihood));
    const own = {
      values: points.values.subarray(0, count * width),
      weights: points.weights.subarray(0, count),
      logWeights: points.logWeights.subarray(0, count),
    };
    expect(Math.abs(likelihoodOf(own) - 1)).toBeLessThan(0.05);
    expect(meanOver(own, width, () => 1)).toBeCloseTo(1, 1);
    own.logWeights.forEach((weight, k) => {
      expect(weight).toBeLessThanOrEqual(Math.log(5 / count) + 1e-12);
      expect(own.weights[k]).toBeCloseTo(Math.exp(weight), 12);
    });
    expect(points.values.subarray(count * width)).toEqual(before.subarray(count * width));
  });

  it('A quadrature of several tastes is rejected', () => {
    expect(() => tastePoints({ kind: 'quadrature', count }, 1, ['normal', 'normal'])).toThrow(RangeError);
  });
});
