import fc from 'fast-check';
import {
  gammaQuantiles,
  lowerGamma,
  upperGamma,
  poissonQuantile,
  chiSquareTail,
  digamma,
  logGamma,
  trigamma,
} from './gamma.js';

const probability = fc.double({ min: 2 ** -53, max: 1 - 2 ** -53, noNaN: true });

// Reference values from SciPy 1.17.1.
describe('incomplete gamma function', () => {
  it.each([
    [0.5, 0.1, 0.34527915398142317, 0.6547208460185768],
    [0.5, 3, 0.9856941215645704, 0.014305878435429641],
    [3, 2, 0.32332358381693654, 0.6766764161830634],
    [3, 20, 0.9999995444850495, 4.5551495055892125e-7],
    [100, 90, 0.15822098918643007, 0.84177901081357],
    [1e5, 100_300, 0.8286363112512075, 0.17136368874879243],
  ])('The incomplete gamma functions match SciPy at shape %d and x %d', (shape, x, lower, upper) => {
    expect(lowerGamma(shape, x) / lower).toBeCloseTo(1, 9);
    expect(upperGamma(shape, x) / upper).toBeCloseTo(1, 9);
  });

  it('At x = 0, the lower incomplete gamma function is 0 and the upper is 1', () => {
    expect([lowerGamma(2, 0), upperGamma(2, 0)]).toEqual([0, 1]);
  });
});

describe('gamma quantile', () => {
  const probabilities = [1e-10, 0.01, 0.3, 0.5, 0.9, 1 - 2 ** -40];
  it.each([
    [
      0.05,
      [
        1.16893e-199, 1.1689264114573157e-39, 4.0757943774653465e-10, 1.1147756881492512e-5, 1.526342278183781,
        435.77418561034665,
      ],
    ],
    [
      0.88363287,
      [
        5.185980828829607e-12, 0.005882508019183074, 0.3185982326990676, 0.6575709703964262, 2.3735797937457344,
        30.84781786511119,
      ],
    ],
    [
      1,
      [
        1.0000000000499969e-10, 0.010050335853501437, 0.3566749439387324, 0.6931471805599455, 2.302585092994046,
        27.725887222397812,
      ],
    ],
    [
      2.5,
      [
        6.467114292499393e-5, 0.11085961534565544, 0.5999816265519813, 0.8702920382191053, 1.8472713799562246,
        13.087442278416223,
      ],
    ],
    [
      40,
      [
        0.2953626662960565, 0.669250966138484, 0.9114417789234522, 0.9916791252672275, 1.2072275451908376,
        2.54761672907032,
      ],
    ],
    [
      1000,
      [
        0.8117987627175608, 0.9279081597966425, 0.9831784467578987, 0.9996666864269652, 1.04073430801369,
        1.2393460253241584,
      ],
    ],
  ])('Gamma quantiles match SciPy at shape %d', (shape, known) => {
    const quantile = gammaQuantiles(shape);
    probabilities.forEach((p, k) => {
      if (known[k]! > 1e-100) expect(quantile(p) / known[k]!).toBeCloseTo(1, 9);
      else expect(quantile(p)).toBeLessThan(1e-100);
    });
  });

  it('Gamma quantiles of an enormous shape end at once, near the normal ones', () => {
    for (const shape of [1.01e8, 1e15, 1e300]) {
      const quantile = gammaQuantiles(shape);
      expect(quantile(0.975)).toBeCloseTo(1 + 1.96 / Math.sqrt(shape), 7);
      expect(quantile(0.025)).toBeLessThanOrEqual(1);
    }
  });

  it('Gamma quantiles are finite and invert the distribution function for any shape and probability', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.02, max: 1e4, noNaN: true }), probability, (shape, p) => {
        const value = gammaQuantiles(shape)(p);
        expect(Number.isFinite(value)).toBe(true);
        if (value > 1e-200) expect(lowerGamma(shape, value * shape)).toBeCloseTo(p, 9);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('Poisson quantile', () => {
  const probabilities = [1e-12, 0.01, 0.5, 0.77, 0.999, 1 - 2 ** -40];
  it.each([
    [0.01, [0, 0, 0, 0, 1, 4]],
    [0.7, [0, 0, 1, 1, 4, 12]],
    [3, [0, 0, 3, 4, 10, 22]],
    [77.7, [25, 58, 78, 84, 106, 147]],
    [499.9, [351, 449, 500, 516, 570, 665]],
    [500.1, [351, 449, 500, 517, 571, 666]],
    [12_345.6, [11_572, 12_088, 12_345, 12_428, 12_690, 13_137]],
    [1e6, [992_974, 997_674, 1_000_000, 1_000_739, 1_003_092, 1_007_056]],
  ])('Poisson quantiles match SciPy at mean %d', (mean, known) => {
    expect(probabilities.map((p) => poissonQuantile(p, mean))).toEqual(known);
  });

  it('At a fixed probability, the Poisson quantile never decreases as the mean rises', () => {
    const mean = fc.oneof(
      fc.double({ min: 0, max: 20, noNaN: true }),
      fc.double({ min: 490, max: 510, noNaN: true }),
      fc.double({ min: 0, max: 5_000, noNaN: true }),
    );
    fc.assert(
      fc.property(mean, mean, probability, (a, b, p) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        expect(poissonQuantile(p, low)).toBeLessThanOrEqual(poissonQuantile(p, high));
      }),
      { numRuns: 3000 },
    );
  });

  it('The Poisson quantile of an enormous mean ends at once, near the normal one', () => {
    for (const mean of [1.01e8, 1e15, 1e18])
      expect(poissonQuantile(0.975, mean) / mean).toBeCloseTo(1 + 1.96 / Math.sqrt(mean), 6);
  });

  it('The Poisson quantile is 0 for the mean 0', () => {
    expect(poissonQuantile(1 - 2 ** -53, 0)).toBe(0);
  });
});

describe('chiSquareTail', () => {
  it.each([
    // Critical values of the tables of the chi-squared distribution.
    [3.841458820694124, 1, 0.05],
    [6.634896601021213, 1, 0.01],
    [5.991464547107979, 2, 0.05],
    [7.814727903251179, 3, 0.05],
    [18.307038053275146, 10, 0.05],
    [24.995790139728616, 15, 0.05],
    [124.34211340400407, 100, 0.05],
  ])('A chi-squared number exceeds %d with %d degrees of freedom with probability %d', (x, degrees, tail) => {
    expect(chiSquareTail(x, degrees)).toBeCloseTo(tail, 10);
  });

  it('The tail is 1 at 0, and does not overflow far from it', () => {
    expect(chiSquareTail(0, 3)).toBe(1);
    expect(chiSquareTail(1e5, 1_001)).toBe(0);
  });
});

const eulerConstant = 0.5772156649015329;

describe('Gamma function and its derivatives', () => {
  it('The gamma function and its derivatives have their closed-form values', () => {
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 13);
    expect(logGamma(1)).toBeCloseTo(0, 14);
    expect(logGamma(11)).toBeCloseTo(Math.log(3628800), 12);
    expect(digamma(1)).toBeCloseTo(-eulerConstant, 13);
    expect(digamma(0.5)).toBeCloseTo(-eulerConstant - 2 * Math.log(2), 13);
    expect(trigamma(1)).toBeCloseTo(Math.PI ** 2 / 6, 13);
    expect(trigamma(0.5)).toBeCloseTo(Math.PI ** 2 / 2, 12);
  });

  it('The gamma functions satisfy their recurrences across the change of method', () => {
    for (const x of [0.01, 3.7, 11.4, 12.6, 400]) {
      expect(logGamma(x + 1) - logGamma(x)).toBeCloseTo(Math.log(x), 11);
      expect(digamma(x + 1) - digamma(x)).toBeCloseTo(1 / x, 11);
      expect(trigamma(x) - trigamma(x + 1)).toBeCloseTo(1 / (x * x), 10);
    }
  });
});
