import type { Summary } from '../../engine/index.js';

/** Half of a 95% interval is so many standard errors wide. */
const normalQuantile = 1.96;

export interface Precision {
  /** Of the widest 95% interval of a share. */
  share_half_width: number;
  /** Of the 95% intervals of the means, as far as they are known. */
  measures: { id: string; half_width: number }[];
  based_on: 'last_simulation' | 'worst_case';
}

/**
 * How wide the intervals will be with `agentCount` agents. The error of the sample shrinks with the root of their number, that of the
 * estimates stays. Without a simulation to go by: the sample's error of a share of one half, which is the largest.
 */
export function precisionOf(
  agentCount: number,
  before: Pick<Summary, 'agent_count' | 'outcomes' | 'measures'> | null,
): Precision {
  if (!before) {
    return { share_half_width: normalQuantile * Math.sqrt(0.25 / agentCount), measures: [], based_on: 'worst_case' };
  }
  const halfWidth = (sampling: number, estimation: number | null) =>
    normalQuantile * Math.hypot(sampling * Math.sqrt(before.agent_count / agentCount), estimation ?? 0);
  return {
    share_half_width: Math.max(
      0,
      ...before.outcomes.map(({ errors }) => halfWidth(errors.sampling ?? 0, errors.estimation)),
    ),
    measures: before.measures.flatMap(({ id, errors: { sampling, estimation } }) =>
      sampling === null ? [] : [{ id, half_width: halfWidth(sampling, estimation) }],
    ),
    based_on: 'last_simulation',
  };
}
