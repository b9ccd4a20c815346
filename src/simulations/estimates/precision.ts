import type { Summary } from '../../engine/index.js';

/** The half-width of a 95% interval, in standard errors. */
const normalQuantile = 1.96;

export interface Precision {
  /** Half the width of the widest 95% interval of a share. */
  share_half_width: number;
  /** Half the widths of the 95% intervals of the means. Means with unknown errors are left out. */
  measures: { id: string; half_width: number }[];
  based_on: 'last_simulation' | 'worst_case';
}

/**
 * Predicts the widths of the intervals with `agentCount` agents. The sampling error shrinks with the square root of the agent count, and
 * the estimation error does not change. Without an earlier simulation, uses the sampling error of a share of one half, the largest one.
 *
 * @param last the summary of the last simulation
 */
export function precisionOf(
  agentCount: number,
  last: Pick<Summary, 'agent_count' | 'outcomes' | 'measures'> | null,
): Precision {
  if (!last) {
    return { share_half_width: normalQuantile * Math.sqrt(0.25 / agentCount), measures: [], based_on: 'worst_case' };
  }
  const halfWidth = (sampling: number, estimation: number | null) =>
    normalQuantile * Math.hypot(sampling * Math.sqrt(last.agent_count / agentCount), estimation ?? 0);
  return {
    share_half_width: Math.max(
      0,
      ...last.outcomes.map(({ errors }) => halfWidth(errors.sampling ?? 0, errors.estimation)),
    ),
    measures: last.measures.flatMap(({ id, errors: { sampling, estimation } }) =>
      sampling === null ? [] : [{ id, half_width: halfWidth(sampling, estimation) }],
    ),
    based_on: 'last_simulation',
  };
}
