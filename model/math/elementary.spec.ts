import fc from 'fast-check';
import { exp, log, log1p } from './elementary.js';

// Fixed-point numbers with this many binary digits after the point.
const digits = 220n;
const one = 1n << digits;

/** The number as integer · 2^power. */
function partsOf(value: number): { integer: bigint; power: number } {
  const bits = new BigInt64Array(Float64Array.of(value).buffer)[0]!;
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const size = exponent === 0 ? fraction : fraction | (1n << 52n);
  return { integer: value < 0 ? -size : size, power: Math.max(1, exponent) - 1075 };
}

const shift = (value: bigint, by: bigint) => (by >= 0n ? value << by : value >> -by);

function fixedOf(value: number): bigint {
  const { integer, power } = partsOf(value);
  return shift(integer, BigInt(power) + digits);
}

/** 2 atanh(numerator / denominator), by its series. */
function twiceAtanh(numerator: bigint, denominator: bigint): bigint {
  const ratio = (numerator * one) / denominator;
  const square = (ratio * ratio) >> digits;
  let [term, sum] = [ratio, 0n];
  for (let k = 1n; term !== 0n; k += 2n) {
    sum += term / k;
    term = (term * square) >> digits;
  }
  return 2n * sum;
}

const ln2 = twiceAtanh(1n, 3n);

function exactLog(value: number): bigint {
  const { integer, power } = partsOf(value);
  const length = integer.toString(2).length - 1;
  const unit = 1n << BigInt(length);
  return twiceAtanh(integer - unit, integer + unit) + BigInt(power + length) * ln2;
}

/** e^value as fixed · 2^power. */
function exactExp(value: number): { fixed: bigint; power: bigint } {
  const x = fixedOf(value);
  const power = x / ln2;
  const rest = x - power * ln2;
  let [term, sum] = [one, 0n];
  for (let k = 1n; term !== 0n; k++) {
    sum += term;
    term = (term * rest) / (k * one);
  }
  return { fixed: sum, power };
}

/** Distance of a double from the exact number fixed · 2^power, in units of the last place of the double. */
function unitsFrom(value: number, fixed: bigint, power = 0n): number {
  const own = partsOf(value);
  const exact = shift(fixed, power - BigInt(own.power) - 20n);
  const distance = (own.integer << (digits - 20n)) - exact;
  return Number((distance * 1_000_000n) >> (digits - 20n)) / 1e6;
}

const errorOfLog = (x: number) => Math.abs(unitsFrom(log(x), exactLog(x)));
const errorOfExp = (x: number) => {
  const { fixed, power } = exactExp(x);
  return Math.abs(unitsFrom(exp(x), fixed, power));
};

/** The next greater double. */
function next(value: number): number {
  const bits = new BigInt64Array(Float64Array.of(value).buffer);
  bits[0] = bits[0]! + (value < 0 ? -1n : 1n);
  return new Float64Array(bits.buffer)[0]!;
}

const positive = fc.double({ min: Number.MIN_VALUE, max: Number.MAX_VALUE, noNaN: true });
const uniform = fc.double({ min: 2 ** -53, max: 1 - 2 ** -53, noNaN: true });
const nearOne = fc.double({ min: 0.6, max: 1.6, noNaN: true });
const runs = { numRuns: 1_500 };

describe('log', () => {
  it('The logarithm of 2, 10 and 1/2 is the nearest double to the published value', () => {
    expect([log(2), log(10), log(0.5)]).toEqual(
      ['0.69314718055994530941', '2.30258509299404568401', '-0.69314718055994530941'].map(Number),
    );
  });

  it.each([
    ['all positive numbers', positive],
    ['uniform random numbers', uniform],
    ['numbers near 1', nearOne],
  ])('The error of the logarithm is below 1 unit in the last place for %s', (_, numbers) => {
    fc.assert(
      fc.property(numbers, (x) => errorOfLog(x) < 1),
      runs,
    );
  });

  it('The logarithm never decreases between neighboring doubles', () => {
    fc.assert(
      fc.property(fc.oneof(positive, nearOne), (x) => log(next(x)) >= log(x)),
      { numRuns: 20_000 },
    );
  });

  it('The logarithm of 0, 1, infinity, negative numbers, NaN and the smallest double are those of Math.log', () => {
    const numbers = [0, -0, 1, Infinity, -1, -Infinity, NaN, Number.MIN_VALUE, 2 ** -1022, Number.MAX_VALUE];
    expect(numbers.map(log)).toEqual(numbers.map(Math.log));
  });
});

describe('exp', () => {
  it('The exponential of -1, 1/2 and 10 is the nearest double to the published value', () => {
    expect([exp(-1), exp(0.5), exp(10)]).toEqual(
      ['0.36787944117144232159', '1.64872127070012814684', '22026.4657948067165169'].map(Number),
    );
  });

  it.each([
    ['the whole range', fc.double({ min: -745, max: 709.78, noNaN: true })],
    ['small numbers', fc.double({ min: -1, max: 1, noNaN: true })],
    ['numbers with results below the smallest normal double', fc.double({ min: -745, max: -708, noNaN: true })],
  ])('The error of the exponential is below 1 unit in the last place for %s', (_, numbers) => {
    fc.assert(
      fc.property(numbers, (x) => errorOfExp(x) < 1),
      runs,
    );
  });

  it('The exponential never decreases between neighboring doubles', () => {
    fc.assert(
      fc.property(fc.double({ min: -746, max: 710, noNaN: true }), (x) => exp(next(x)) >= exp(x)),
      { numRuns: 20_000 },
    );
  });

  it('The exponential of 0, infinity, NaN and numbers beyond the range are those of Math.exp', () => {
    const numbers = [
      0,
      -0,
      Infinity,
      -Infinity,
      NaN,
      709.782712893384,
      709.7827128933841,
      -745.1332191019411,
      -745.2,
      1e300,
      -1e300,
    ];
    expect(numbers.map(exp)).toEqual(numbers.map(Math.exp));
  });
});

describe('log1p', () => {
  it('The logarithm of 1 + x has the precision of doubles for small and for great x', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -0.9, max: 1e9, noNaN: true }),
        (x) => Math.abs(log1p(x) - Math.log1p(x)) <= 2 ** -50 * Math.abs(Math.log1p(x)),
      ),
    );
    expect([log1p(1e-300), log1p(-1), log1p(Infinity), log1p(-2)]).toEqual([1e-300, -Infinity, Infinity, NaN]);
  });
});
