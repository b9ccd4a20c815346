/*
 * Logarithm and exponential from additions, multiplications and divisions of doubles, which IEEE 754 defines bit by bit. `Math.log` and
 * `Math.exp` may differ between JavaScript engines and their versions; these functions never do, so digests of results do not either.
 *
 * Source: FreeBSD `e_log.c` with the order of sums of `k_log.h`, and `e_exp.c` (K. C. Ng, 1993). Errors stay below 1 unit in the last
 * place. The kernel computes the same operations in the same order: a change here is a change there.
 */

// Bound once: Jest gives each test file its own global object, which makes each lookup of a global slow.
const infinity = Infinity;

// The same eight bytes as a double and as two words.
const double = new Float64Array(1);
const words = new Int32Array(double.buffer);
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
const high = isLittleEndian ? 1 : 0;

const minNormal = 2 ** -1022;

// 2^k for k from -1074 to 1023. A multiplication with a power of two is exact, and faster than a change of the exponent bits.
const lowestPower = -1074;
const powersOfTwo = new Float64Array(1023 - lowestPower + 1).fill(Number.MIN_VALUE);
for (let k = 1; k < powersOfTwo.length; k++) powersOfTwo[k] = 2 * powersOfTwo[k - 1]!;
const ln2High = 6.9314718036912381649e-1;
const ln2Low = 1.90821492927058770002e-10;

// Bits of √½ and their distance from the bits of 1, in the upper word.
const rootHalf = 0x3fe6a09e;
const one = 0x3ff00000;

/** Natural logarithm: -∞ at 0 and NaN below, as `Math.log`. */
export function log(x: number): number {
  if (!(x >= minNormal)) return logBelowNormal(x);
  if (x === infinity) return x;
  // x = m · 2^k with m from √½ to √2.
  double[0] = x;
  const k = ((words[high]! + (one - rootHalf)) >>> 20) - 1023;
  // ln m = 2 atanh(s) with s = f / (2 + f). The polynomial in s² is the one that minimizes the greatest error of (ln m - 2s) / s.
  const f = x * powersOfTwo[-k - lowestPower]! - 1;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const even = w * (0.3999999999940941908 + w * (0.2222219843214978396 + w * 0.1531383769920937332));
  const odd =
    z * (0.666666666666673513 + w * (0.2857142874366239149 + w * (0.1818357216161805012 + w * 0.1479819860511658591)));
  const half = 0.5 * f * f;
  return s * (half + (odd + even)) + k * ln2Low - half + f + k * ln2High;
}

/** Logarithm of 0, of numbers below the smallest normal double, of negative numbers and of NaN. */
function logBelowNormal(x: number): number {
  if (x === 0) return -infinity;
  if (!(x > 0)) return NaN;
  const twoTo54 = 0x40000000000000;
  return log(x * twoTo54) - 54 * ln2High - 54 * ln2Low;
}

const inverseLn2 = 1.442695040888963387;
// Adding and subtracting this number rounds a double to the nearest integer.
const roundingShift = 6755399441055744;
// Beyond these bounds, the result is 0 or ∞.
const lowest = -746;
const highest = 710;

/** Exponential function. Results below the smallest normal double are rounded once, and results below the smallest double are 0. */
export function exp(x: number): number {
  if (x !== x) return x;
  const bounded = x < lowest ? lowest : x > highest ? highest : x;
  // x = k ln 2 + r with |r| ≤ ½ ln 2.
  const k = bounded * inverseLn2 + roundingShift - roundingShift;
  const upper = bounded - k * ln2High;
  const lower = k * ln2Low;
  const r = upper - lower;
  const t = r * r;
  const c =
    r -
    t *
      (1.66666666666666019037e-1 +
        t *
          (-2.77777777770155933842e-3 +
            t * (6.61375632143793436117e-5 + t * (-1.6533902205465251539e-6 + t * 4.13813679705723846039e-8))));
  const y = 1 - (lower - (r * c) / (2 - c) - upper);
  // Two factors, because 2^k can be outside the range of doubles. Only the second product can be rounded.
  const half = k >> 1;
  return y * powersOfTwo[half - lowestPower]! * powersOfTwo[k - half - lowestPower]!;
}

/** ln(1 + x), also precise for small x. Source: Goldberg, "What every computer scientist should know about floating-point arithmetic", theorem 4. */
export function log1p(x: number): number {
  const sum = 1 + x;
  return sum === 1 || sum === infinity ? x : (log(sum) * x) / (sum - 1);
}

/**
 * sin(πx) for x from 0 to 1, from the same operations. Errors stay below 2 units in the last place.
 * Source: FreeBSD `k_sin.c` and `k_cos.c` (K. C. Ng, 1993).
 */
export function sinPi(x: number): number {
  // Exact for x from ½ to 1.
  const part = x > 0.5 ? 1 - x : x;
  return part > 0.25 ? cosBelowEighth(Math.PI * (0.5 - part)) : sinBelowEighth(Math.PI * part);
}

/** Sine of an angle of at most an eighth of a turn. */
function sinBelowEighth(x: number): number {
  const z = x * x;
  const r =
    8.33333333332248946124e-3 +
    z *
      (-1.98412698298579493134e-4 +
        z * (2.75573137070700676789e-6 + z * (-2.50507602534068634195e-8 + z * 1.58969099521155010221e-10)));
  return x + z * x * (-1.66666666666666324348e-1 + z * r);
}

/** Cosine of an angle of at most an eighth of a turn. */
function cosBelowEighth(x: number): number {
  const z = x * x;
  const r =
    z *
    (4.16666666666666019037e-2 +
      z *
        (-1.38888888888741095749e-3 +
          z *
            (2.48015872894767294178e-5 +
              z * (-2.75573143513906633035e-7 + z * (2.0875723212981748279e-9 + z * -1.13596475577881948265e-11)))));
  const half = 0.5 * z;
  const w = 1 - half;
  return w + (1 - w - half + z * r);
}
