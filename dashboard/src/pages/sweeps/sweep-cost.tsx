import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ErrorNotice, Notice } from '../../components/notice';
import { formatDuration } from '../../format/dates';
import { formatCount, formatPoints, formatAgents } from '../../format/numbers';
import { maxPoints } from './swept-values';
import type { SweepEstimate } from './use-sweep-estimate';

interface SweepCostProps {
  /** Number of points of the form; undefined while values are missing. */
  points: number | undefined;
  estimate: UseQueryResult<SweepEstimate>;
}

/** What the sweep costs, how long it takes and how precise it is. */
export function SweepCost({ points, estimate }: SweepCostProps) {
  if (points === undefined) return <p className="muted">Complete the values to see what the sweep costs.</p>;
  if (points > maxPoints)
    return (
      <Notice kind="warning" title={`${formatCount(points)} points are too many`}>
        <p>A sweep has at most {maxPoints} points. Use fewer values.</p>
      </Notice>
    );
  if (estimate.error) return <ErrorNotice error={estimate.error} onRetry={() => void estimate.refetch()} />;
  if (!estimate.data)
    return (
      <p className="muted" role="status">
        Estimating {formatCount(points)} points…
      </p>
    );
  const { points_total, agent_count, cost, expected_run_time, expected_precision } = estimate.data;
  const facts = [
    ['Points', `${formatCount(points_total)} of at most ${maxPoints}, ${formatAgents(agent_count)} each`],
    ['Quota', `${formatCount(cost.simulations)} of ${formatCount(cost.simulations_left)} simulations left this month`],
    ['Duration', `About ${formatDuration(expected_run_time.ms)} of computing`],
    ['Expected interval', `Shares ± ${formatPoints(expected_precision.share_half_width).replace('+', '')} or less`],
  ] as const;
  return (
    <div className="stack" role="status">
      <dl className="sweeps-facts">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {!cost.sufficient && (
        <Notice kind="warning" title="The quota of this month is too small for this sweep">
          <p>
            Use fewer values, or see <Link to="/usage">when the quota renews</Link>.
          </p>
        </Notice>
      )}
    </div>
  );
}
