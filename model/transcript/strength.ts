// In units of a utility, a logit or the log of a mean. Effects on the predictor of another link are converted to logits: 1 multiplies odds by e, 0.4 by 1.5, 0.1 by 1.1.
const strongWeight = 1;
const moderateWeight = 0.4;

/** Smallest absolute weight that transcripts report. Smaller weights are called negligible. */
export const minReportedWeight = 0.1;

/** Word for the size of a weight of at least `minReportedWeight`. */
export function strengthLabel(weight: number): 'strong' | 'moderate' | 'weak' {
  const size = Math.abs(weight);
  return size >= strongWeight ? 'strong' : size >= moderateWeight ? 'moderate' : 'weak';
}
