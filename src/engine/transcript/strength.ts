// In units of a utility, a logit or the log of a mean: 1 multiplies odds by e, 0.4 by 1.5, 0.1 by 1.1.
const strongWeight = 1;
const moderateWeight = 0.4;

/** Smallest absolute weight of a reason that transcripts report. */
export const minReportedWeight = 0.1;

/** A reason for an outcome (positive weight) or against it (negative weight). */
export interface WeightedReason {
  /** Contribution to the predictor, compared with another alternative or the average agent. */
  readonly weight: number;
  /** Full clause without a final period. */
  readonly text: string;
}

/** Lists reasons with their strength: `it is faster (strong); it is cheaper (weak)`. */
export function listReasons(reasons: readonly WeightedReason[]): string {
  return reasons.map(({ weight, text }) => `${text} (${strengthLabel(weight)})`).join('; ');
}

function strengthLabel(weight: number): string {
  const size = Math.abs(weight);
  return size >= strongWeight ? 'strong' : size >= moderateWeight ? 'moderate' : 'weak';
}
