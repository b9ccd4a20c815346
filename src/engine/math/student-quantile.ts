/** The normal quantile at 0.975. */
export const zScore95 = 1.959963984540054;

/** With 1 to 9 degrees of freedom. Source: as below, table 26.10, computed to more digits. */
const FIRST = [
  12.706204736, 4.30265273, 3.182446305, 2.776445105, 2.570581836, 2.446911851, 2.364624252, 2.306004135, 2.262157163,
];

/** Numerators of the powers of 1 / degrees: coefficients of z, z³, z⁵, … */
const EXPANSION = [
  { over: 4, of: [1, 1] },
  { over: 96, of: [3, 16, 5] },
  { over: 384, of: [-15, 17, 19, 3] },
  { over: 92_160, of: [-945, -1_920, 1_482, 776, 79] },
];

/**
 * The quantile at 0.975 of Student's t: half of a 95% interval of a mean is so many standard errors wide where the spread itself is known
 * from a sample. To 5 digits behind the point. Source: Abramowitz and Stegun, 26.7.5.
 *
 * @param degrees of freedom, from 1: one less than there are values
 */
export function studentQuantile(degrees: number): number {
  const known = FIRST[degrees - 1];
  if (known !== undefined) return known;
  let quantile = zScore95;
  EXPANSION.forEach(({ over, of }, k) => {
    const numerator = of.reduce((sum, coefficient, power) => sum + coefficient * zScore95 ** (2 * power + 1), 0);
    quantile += numerator / over / degrees ** (k + 1);
  });
  return quantile;
}
