// In units of a utility, a logit or the log of a mean: 1 multiplies odds by e, 0.4 by 1.5, 0.1 by 1.1.
const STRONG = 1;
const CLEAR = 0.4;

/** Reasons that weigh less are left out. */
export const minReportedWeight = 0.1;

/** How a reason of this weight is called. */
export function strengthLabel(weight: number): string {
  const size = Math.abs(weight);
  return size >= STRONG ? 'strongly' : size >= CLEAR ? 'clearly' : 'a little';
}
