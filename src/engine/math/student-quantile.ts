/** Standard normal quantile at 0.975. */
export const zScore95 = 1.959963984540054;

/** Quantiles for 1 to 9 degrees of freedom: Abramowitz and Stegun, table 26.10, computed to more digits. */
const smallSampleQuantiles = [
  12.706204736, 4.30265273, 3.182446305, 2.776445105, 2.570581836, 2.446911851, 2.364624252, 2.306004135, 2.262157163,
];

/** Terms of the expansion in powers of 1 / degrees: coefficients of z, z³, z⁵, … and their common denominator. */
const expansionTerms = [
  { denominator: 4, coefficients: [1, 1] },
  { denominator: 96, coefficients: [3, 16, 5] },
  { denominator: 384, coefficients: [-15, 17, 19, 3] },
  { denominator: 92_160, coefficients: [-945, -1_920, 1_482, 776, 79] },
];

/**
 * Quantile of Student's t distribution at 0.975, accurate to 5 decimal places. It is the half width, in standard errors, of the 95%
 * confidence interval of a mean with an estimated variance. Source: Abramowitz and Stegun, 26.7.5.
 *
 * @param degrees degrees of freedom, 1 or more: the number of values minus 1
 */
export function studentQuantile(degrees: number): number {
  const known = smallSampleQuantiles[degrees - 1];
  if (known !== undefined) return known;
  let quantile = zScore95;
  expansionTerms.forEach(({ denominator, coefficients }, k) => {
    const numerator = coefficients.reduce(
      (sum, coefficient, power) => sum + coefficient * zScore95 ** (2 * power + 1),
      0,
    );
    quantile += numerator / denominator / degrees ** (k + 1);
  });
  return quantile;
}
