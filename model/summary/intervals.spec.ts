import fc from 'fast-check';
import { studentQuantileAt } from '../math/student.js';
import {
  combineIntervals,
  quantileOfErrors,
  stabilizedInterval,
  transformedInterval,
  wilsonInterval,
} from './intervals.js';

describe('wilsonInterval', () => {
  // Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('The interval for %d out of %d matches the published one', (count, total, low, high) => {
    const interval = wilsonInterval(count, total);
    expect(interval[0]).toBeCloseTo(low, 4);
    expect(interval[1]).toBeCloseTo(high, 4);
  });

  it('A Wilson interval contains the share, has a positive width and stays within 0 to 1', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (total, part) => {
        const count = Math.round(part * total);
        const [low, high] = wilsonInterval(count, total);
        expect(low).toBeLessThanOrEqual(count / total);
        expect(high).toBeGreaterThanOrEqual(count / total);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(high).toBeGreaterThan(low);
      }),
    );
  });
});

const share = { kind: 'between', low: 0, high: 1 } as const;
const ranges = [
  ['a share', share, 0.3],
  ['a mean between bounds', { kind: 'between', low: 2, high: 52 }, 20],
  ['a positive mean', { kind: 'positive' }, 3.5],
  ['a difference of shares', { kind: 'difference', width: 1 }, -0.2],
  ['a mean without bounds', { kind: 'any' }, -4],
] as const;

describe.each(ranges)('the interval of %s', (_, range, value) => {
  it.each([
    ['transformed', transformedInterval],
    ['stabilized', stabilizedInterval],
  ] as const)('An interval is symmetric for small errors if it is %s', (_name, interval) => {
    const margin = 1e-4;
    const [low, high] = interval(value, margin, range);
    expect((value - low) / margin).toBeCloseTo(1, 2);
    expect((high - value) / margin).toBeCloseTo(1, 2);
  });

  it('An interval stays inside the range of its value for every error', () => {
    const [minimum, maximum] =
      range.kind === 'between'
        ? [range.low, range.high]
        : range.kind === 'positive'
          ? [0, Infinity]
          : range.kind === 'difference'
            ? [-1, 1]
            : [-Infinity, Infinity];
    fc.assert(
      fc.property(fc.double({ min: 0, max: 50, noNaN: true }), fc.double({ min: 0, max: 50, noNaN: true }), (a, b) => {
        const intervals = [transformedInterval(value, a, range), stabilizedInterval(value, b, range)];
        const [low, high] = combineIntervals(value, intervals, range);
        expect(low).toBeGreaterThanOrEqual(minimum);
        expect(high).toBeLessThanOrEqual(maximum);
        expect(low).toBeLessThanOrEqual(value);
        expect(high).toBeGreaterThanOrEqual(value);
      }),
    );
  });
});

describe('transformedInterval', () => {
  it('A rare share has a skewed interval on the logit scale', () => {
    // By hand: logit(0.0045) = -5.39924, standard error 0.0018 / (0.0045 · 0.9955) = 0.40181, limits -6.18677 and -4.61171.
    const [low, high] = transformedInterval(0.0045, 1.96 * 0.0018, share);
    expect(low).toBeCloseTo(0.002052, 5);
    expect(high).toBeCloseTo(0.00984, 5);
  });
});

describe.each([
  ['transformed', transformedInterval],
  ['stabilized', stabilizedInterval],
] as const)('the %s interval of a share near a bound', (_, interval) => {
  it.each([0.999, 0.9999, 1])('An error of 1 point of a share of %d does not reach the other bound', (value) => {
    const [low, high] = interval(value, 0.0196, share);
    expect(low).toBeGreaterThan(value - 0.063);
    expect(low).toBeLessThan(value - 0.0196);
    expect(high).toBeLessThanOrEqual(1);
  });
});

describe('stabilizedInterval', () => {
  it('A rare share with a large error has a moderate interval', () => {
    const [low, high] = stabilizedInterval(0.001, 1.96 * 0.0063, share);
    expect([low, high < 0.06]).toEqual([0, true]);
  });
});

describe('quantileOfErrors', () => {
  it('The quantile is the one of Student with the degrees of freedom of a dominant error', () => {
    expect(quantileOfErrors([{ standardError: 1, degrees: 19 }, { standardError: 1e-6 }])).toBeCloseTo(2.093, 3);
    expect(quantileOfErrors([{ standardError: 1e-6, degrees: 19 }, { standardError: 1 }])).toBeCloseTo(1.95996, 4);
    expect(quantileOfErrors([{ standardError: 0 }])).toBeCloseTo(1.95996, 4);
  });

  it('Fractions of degrees of freedom from 10 count, so that intervals are not too wide', () => {
    // Variance² ÷ (1 ÷ degrees of the first error) = 12.25 degrees. Reference value: numeric integration of the density.
    const errors = [{ standardError: 1, degrees: 12.25 / 1.3 ** 2 }, { standardError: Math.sqrt(0.3) }];
    expect(Math.abs(quantileOfErrors(errors) - 2.1738914)).toBeLessThan(1e-5);
    expect(quantileOfErrors(errors, 3)).toBeLessThan(studentQuantileAt(3, 12));
  });
});
