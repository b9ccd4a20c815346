import fc from 'fast-check';
import { gammaQuantiles, lowerGamma, upperGamma, poissonQuantile } from './gamma.js';

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
