import { exp, log, log1p } from './elementary.js';

const sqrt2Pi = 2.5066282746310007;

// Coefficients of AS 241, lowest power first, rounded to the nearest double.
const centerNumerator = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087,
  33430.57558358813, 2509.0809287301227,
] as const;
const centerDenominator = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271, 28729.085735721943,
  5226.495278852854,
] as const;
const middleNumerator = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684, 0.2417807251774506,
  0.022723844989269184, 0.0007745450142783414,
] as const;
const middleDenominator = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  0.0005475938084995345, 1.0507500716444169e-9,
] as const;
const tailNumerator = [
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
  0.0012426609473880784, 0.000027115555687434876, 2.0103343992922881e-7,
] as const;
const tailDenominator = [
  1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133, 0.000018463183175100548,
  1.421511758316446e-7, 2.0442631033899397e-15,
] as const;

type Degree7 = readonly [number, number, number, number, number, number, number, number];

function polynomial(c: Degree7, x: number): number {
  return ((((((c[7] * x + c[6]) * x + c[5]) * x + c[4]) * x + c[3]) * x + c[2]) * x + c[1]) * x + c[0];
}

/**
 * Standard normal quantile: z with P(Z <= z) = probability, for a probability in (0, 1), to about 16 digits.
 * Source: Wichura, "Algorithm AS 241: the percentage points of the normal distribution", Applied Statistics 37 (1988).
 */
export function normalQuantile(probability: number): number {
  const centered = probability - 0.5;
  if (centered >= -0.425 && centered <= 0.425) {
    const r = 0.180625 - centered * centered;
    return (centered * polynomial(centerNumerator, r)) / polynomial(centerDenominator, r);
  }
  const tail = Math.sqrt(-log(centered < 0 ? probability : 1 - probability));
  const magnitude =
    tail <= 5
      ? polynomial(middleNumerator, tail - 1.6) / polynomial(middleDenominator, tail - 1.6)
      : polynomial(tailNumerator, tail - 5) / polynomial(tailDenominator, tail - 5);
  return centered < 0 ? -magnitude : magnitude;
}

/** Where the upper tail becomes {@link farTailDivisor}. */
const farTail = 7.07106781186547;

/** exp(-x² / 2) divided by P(Z > x) for a large x, by a continued fraction. */
function farTailDivisor(x: number): number {
  return (x + 1 / (x + 2 / (x + 3 / (x + 4 / (x + 0.65))))) * sqrt2Pi;
}

/**
 * Standard normal distribution function P(Z <= z), accurate to about 15 decimal places.
 * Source: West, "Better approximations to cumulative normal functions", Wilmott Magazine (2005), after Hart, algorithm 5666 (1968).
 */
export function normalCumulative(z: number): number {
  const x = z < 0 ? -z : z;
  if (x > 37) return z < 0 ? 0 : 1;
  const density = exp((-x * x) / 2);
  let upperTail: number;
  if (x < farTail) {
    const numerator =
      (((((0.0352624965998911 * x + 0.700383064443688) * x + 6.37396220353165) * x + 33.912866078383) * x +
        112.079291497871) *
        x +
        221.213596169931) *
        x +
      220.206867912376;
    const denominator =
      ((((((0.0883883476483184 * x + 1.75566716318264) * x + 16.064177579207) * x + 86.7807322029461) * x +
        296.564248779674) *
        x +
        637.333633378831) *
        x +
        793.826512519948) *
        x +
      440.413735824752;
    upperTail = (density * numerator) / denominator;
  } else {
    upperTail = density / farTailDivisor(x);
  }
  return z < 0 ? upperTail : 1 - upperTail;
}

/** ln P(Z <= z), also where P(Z <= z) is rounded to 0. Errors stay below 1e-8. */
export function logNormalCumulative(z: number): number {
  if (z > 0) return log1p(-normalCumulative(-z));
  return z > -farTail ? log(normalCumulative(z)) : (-z * z) / 2 - log(farTailDivisor(-z));
}
