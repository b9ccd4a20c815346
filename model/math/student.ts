import { exp, log } from './elementary.js';
import { normalCumulative } from './normal.js';

/** Standard normal quantile at 0.975. */
export const zScore95 = 1.959963984540054;

/** Quantiles for 1 to 9 degrees of freedom: Abramowitz and Stegun, table 26.10, computed to more digits. */
const smallSampleQuantiles = [
  12.706204736, 4.30265273, 3.182446305, 2.776445105, 2.570581836, 2.446911851, 2.364624252, 2.306004135, 2.262157163,
];

/** Terms of the expansion in powers of 1 / degrees, from the coefficients of z, z³, z⁵, … and their common denominator. */
const expansionTerms = [
  { denominator: 4, coefficients: [1, 1] },
  { denominator: 96, coefficients: [3, 16, 5] },
  { denominator: 384, coefficients: [-15, 17, 19, 3] },
  { denominator: 92_160, coefficients: [-945, -1_920, 1_482, 776, 79] },
].map(
  ({ denominator, coefficients }) =>
    coefficients.reduce((sum, coefficient, power) => sum + coefficient * zScore95 ** (2 * power + 1), 0) / denominator,
);

/**
 * Quantile of Student's t distribution at 0.975, accurate to 5 decimal places. It is the half width, in standard errors, of the 95%
 * confidence interval of a mean with an estimated variance. Source: Abramowitz and Stegun, 26.7.5.
 *
 * @param degrees degrees of freedom, such as the number of values minus 1: a whole number from 1 to 9, or any number from 10
 */
export function studentQuantile(degrees: number): number {
  // Without the comparison, an index with decimals would be converted to text, which takes most of the time.
  const known = degrees < 10 ? smallSampleQuantiles[degrees - 1] : undefined;
  if (known !== undefined) return known;
  let [quantile, power] = [zScore95, 1];
  for (const term of expansionTerms) {
    power *= degrees;
    quantile += term / power;
  }
  return quantile;
}

/**
 * Quantile of Student's t distribution at the probability of a standard normal quantile, accurate to about 6 digits from 3 degrees of freedom.
 * Source: Hill, "Algorithm 396: Student's t-quantiles", Communications of the ACM 13 (1970).
 *
 * @param normal standard normal quantile, 1.96 or greater
 * @param degrees degrees of freedom, 1 or more
 */
export function studentQuantileAt(normal: number, degrees: number): number {
  const twoTails = 2 * normalCumulative(-normal);
  if (degrees === 1) {
    // Cotangent of a small angle.
    const x = (twoTails * Math.PI) / 2;
    return 1 / x - x / 3 - x ** 3 / 45;
  }
  if (degrees === 2) return Math.sqrt(2 / (twoTails * (2 - twoTails)) - 2);
  const a = 1 / (degrees - 0.5);
  const b = 48 / (a * a);
  let c = (((20_700 * a) / b - 98) * a - 16) * a + 96.36;
  const d = ((94.5 / (b + c) - 3) / b + 1) * Math.sqrt((a * Math.PI) / 2) * degrees;
  let y = (d * twoTails) ** (2 / degrees);
  if (y <= 0.05 + a) {
    const inner = ((degrees + 6) / (degrees * y) - 0.089 * d - 0.822) * (degrees + 2) * 3;
    y = ((1 / inner + 0.5 / (degrees + 4)) * y - 1) * ((degrees + 1) / (degrees + 2)) + 1 / y;
    return Math.sqrt(degrees * y);
  }
  const x = -normal;
  y = x * x;
  if (degrees < 5) c += 0.3 * (degrees - 4.5) * (x + 0.6);
  c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c;
  y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x;
  y = a * y * y;
  return Math.sqrt(degrees * (y > 0.002 ? exp(y) - 1 : y + (y * y) / 2));
}

/**
 * Two-sided probability of Student's t distribution, by the normal quantile with about the same tail.
 * Source: Wallace, "Bounds on normal approximations to Student's and the chi-square distributions", Annals of Mathematical Statistics 30
 * (1959).
 *
 * @param degrees degrees of freedom. Default: unlimited, the normal distribution
 */
export function studentProbability(t: number, degrees = Infinity): number {
  if (!Number.isFinite(degrees)) return 2 * normalCumulative(-Math.abs(t));
  const own = Math.max(1, degrees);
  const normal = ((8 * own + 1) / (8 * own + 3)) * Math.sqrt(own * log(1 + (t * t) / own));
  return 2 * normalCumulative(-normal);
}
