import { stepAt } from './sensitivity.js';
import { streamKey } from '../../random/stream-key.js';
import { screen } from './morris.js';
import { analyzeVariance, directionNumbers, maxSobolDimensions, sobolPoints } from './sobol-indices.js';
import { sampleSize } from '../../../test/support/full-level.js';

const key = streamKey(11, 'sensitivity');
const single = (count: number) => Array.from({ length: count }, (_, k) => ({ id: `x${k}`, coordinates: 1 }));

describe('sobolPoints', () => {
  it('In every dimension, each of 64 points is in another interval of 1/64', () => {
    const points = sobolPoints(maxSobolDimensions, 64, key);
    for (let dimension = 0; dimension < maxSobolDimensions; dimension++) {
      const cells = Array.from({ length: 64 }, (_, k) => Math.floor(64 * points[k * maxSobolDimensions + dimension]!));
      expect(cells.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, k) => k));
    }
  });

  it('The polynomials of the table are primitive, and the direction numbers are odd and in their range', () => {
    for (const [degree, inner, initial] of directionNumbers) {
      expect(initial).toHaveLength(degree);
      initial.forEach((number, k) => expect(number % 2 === 1 && number < 2 ** (k + 1)).toBe(true));
      // x has the order 2^degree - 1 modulo a primitive polynomial.
      const polynomial = (1 << degree) | (inner << 1) | 1;
      let [power, order] = [2, 1];
      if (power >> degree) power ^= polynomial;
      while (power !== 1) {
        power <<= 1;
        if (power >> degree) power ^= polynomial;
        order++;
      }
      expect(order).toBe(degree === 1 ? 1 : 2 ** degree - 1);
    }
  });

  it('The mean of a smooth product over the points is far closer to its integral than random points are', () => {
    const [dimensions, count] = [8, 1_024];
    const points = sobolPoints(dimensions, count, key);
    let mean = 0;
    for (let k = 0; k < count; k++) {
      let product = 1;
      for (let d = 0; d < dimensions; d++) product *= 1 + (points[k * dimensions + d]! - 0.5) / (d + 1);
      mean += product / count;
    }
    // Random points have a standard error of 0.011.
    expect(Math.abs(mean - 1)).toBeLessThan(1e-3);
  });
});

/** Ishigami and Homma (1990): sin x1 + a·sin² x2 + b·x3⁴·sin x1 with x uniform in [-π, π]. Its indices are known in closed form. */
const [a, b] = [7, 0.1];
const ishigami = (point: Float64Array) => {
  const [x1, x2, x3] = Array.from(point, (u) => Math.PI * (2 * u - 1));
  return [Math.sin(x1!) + a * Math.sin(x2!) ** 2 + b * x3! ** 4 * Math.sin(x1!)];
};
const variance = a ** 2 / 8 + (b * Math.PI ** 4) / 5 + (b ** 2 * Math.PI ** 8) / 18 + 1 / 2;
const first = [(1 + (b * Math.PI ** 4) / 5) ** 2 / 2 / variance, a ** 2 / 8 / variance, 0];
const joint = (8 * b ** 2 * Math.PI ** 8) / 225 / variance;
const total = [first[0]! + joint, first[1]!, joint];

describe('analyzeVariance', () => {
  it('The indices of the Ishigami function match their closed form to 1%', () => {
    const [result] = analyzeVariance(single(3), sampleSize(8_192, 16_384), 1, ishigami, key);
    expect(Math.abs(result!.mean - a / 2)).toBeLessThan(0.01 * (a / 2));
    expect(Math.abs(result!.variance - variance)).toBeLessThan(0.01 * variance);
    result!.indices!.forEach((own, k) => {
      expect(Math.abs(own.first.value - first[k]!)).toBeLessThan(0.01 * Math.max(first[k]!, 0.5));
      expect(Math.abs(own.total.value - total[k]!)).toBeLessThan(0.01 * total[k]!);
    });
    expect(Math.abs(result!.interactions!.value - joint)).toBeLessThan(0.01);
  });

  it('The bootstrap intervals contain the closed form for a few hundred samples', () => {
    const [result] = analyzeVariance(single(3), 512, 1, ishigami, key);
    result!.indices!.forEach((own, k) => {
      expect(own.first.interval[0]).toBeLessThanOrEqual(first[k]!);
      expect(own.first.interval[1]).toBeGreaterThanOrEqual(first[k]!);
      expect(own.total.interval[0]).toBeLessThanOrEqual(total[k]!);
      expect(own.total.interval[1]).toBeGreaterThanOrEqual(total[k]!);
    });
  });

  it('A group of coordinates has the sum of the indices of its coordinates, if they do not interact', () => {
    const factors = [
      { id: 'group', coordinates: 2 },
      { id: 'single', coordinates: 1 },
    ];
    const sum = (point: Float64Array) => [point[0]! + 2 * point[1]! + 2 * point[2]!, 1];
    const [result, constant] = analyzeVariance(factors, 1_024, 2, sum, key);
    const shares = result!.indices!.map((own) => [own.first.value, own.total.value]);
    for (const share of shares[0]!) expect(share).toBeCloseTo(5 / 9, 2);
    for (const share of shares[1]!) expect(share).toBeCloseTo(4 / 9, 2);
    expect(constant).toMatchObject({ mean: 1, variance: 0, indices: undefined });
  });

  it('More than 10 factors have correct indices, although the sequence has 20 dimensions', () => {
    const weights = Array.from({ length: 14 }, (_, k) => 1 + (k % 3));
    const squares = weights.reduce((sum, weight) => sum + weight ** 2, 0);
    const linear = (point: Float64Array) => [weights.reduce((sum, weight, k) => sum + weight * point[k]!, 0)];
    const [result] = analyzeVariance(single(14), 4_096, 1, linear, key);
    result!.indices!.forEach((own, k) =>
      expect(Math.abs(own.total.value - weights[k]! ** 2 / squares)).toBeLessThan(0.02),
    );
  });
});

const numbers = (count: number) => Array.from({ length: count }, () => ({ kind: 'number' as const }));

describe('screen', () => {
  it('The elementary effects of a linear function are exactly its slopes', () => {
    const slopes = [3, -2, 0, 0.5];
    const linear = (point: Float64Array) => [slopes.reduce((sum, slope, k) => sum + slope * point[k]!, 1)];
    const [effects] = screen(numbers(4), 6, 1, linear, key);
    effects!.forEach(({ absoluteMean, mean, deviation }, k) => {
      expect(mean).toBeCloseTo(slopes[k]!, 12);
      expect(absoluteMean).toBeCloseTo(Math.abs(slopes[k]!), 12);
      expect(deviation).toBeCloseTo(0, 12);
    });
  });

  it('Two options have the change between them as their effect, without deviation', () => {
    const change = (point: Float64Array) => [0.3 * stepAt(point[0]!, 2)];
    const own = screen([{ kind: 'options', count: 2 }], 10, 1, change, key)[0]![0]!;
    expect(own.absoluteMean).toBeCloseTo(0.3, 12);
    expect(own.mean).toBeCloseTo(0.3, 12);
    expect(own.deviation).toBeCloseTo(0, 12);
  });

  it('An effect of only the second of five options occurs in two fifths of the changes', () => {
    const second = (point: Float64Array) => [Number(stepAt(point[0]!, 5) === 1)];
    const own = screen([{ kind: 'options', count: 5 }], 2_000, 1, second, key)[0]![0]!;
    expect(Math.abs(own.absoluteMean - 0.4)).toBeLessThan(0.05);
  });

  it('A linear effect of an integer with three values has no deviation', () => {
    const linear = (point: Float64Array) => [7 * (stepAt(point[0]!, 3) / 2)];
    const own = screen([{ kind: 'integer', count: 3 }], 20, 1, linear, key)[0]![0]!;
    expect(own.absoluteMean).toBeCloseTo(7, 12);
    expect(own.deviation).toBeCloseTo(0, 12);
  });

  it('A product has elementary effects that vary, and every point is in the unit cube', () => {
    const points: number[] = [];
    const product = (point: Float64Array) => {
      points.push(...point);
      return [point[0]! * point[1]!, point[2]!];
    };
    const [first, second] = screen(numbers(3), 20, 2, product, key);
    expect(first![0]!.deviation).toBeGreaterThan(0.1);
    expect([first![2]!.absoluteMean, second![0]!.absoluteMean]).toEqual([0, 0]);
    expect(second![2]!.mean).toBeCloseTo(1, 12);
    expect(Math.min(...points)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...points)).toBeLessThanOrEqual(1);
    const levels = new Set(points.map((value) => Math.round(3 * value)));
    for (const value of points) expect(3 * value).toBeCloseTo(Math.round(3 * value), 10);
    expect(levels.size).toBe(4);
  });
});
