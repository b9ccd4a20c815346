import { Link } from 'react-router';
import { isApiFailure } from '../api/api-failure';
import { ErrorNotice, Notice } from '../components/notice';
import { formatDateTime } from '../format/dates';
import { formatCount } from '../format/numbers';

/** Why a simulation did not start. Nothing typed is lost. */
export function RunFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isApiFailure(error) && error.code === 'insufficient_quota') {
    const { simulation_limit, period_end } = error.meta as { simulation_limit?: number; period_end?: string };
    return (
      <Notice kind="bad" title="The quota of this month is used up">
        <p>
          Your plan includes {simulation_limit === undefined ? 'a limited number of' : formatCount(simulation_limit)}{' '}
          simulations a month. {period_end && `The quota renews on ${formatDateTime(period_end)}. `}
          Your question is kept. <Link to="/usage">See your usage</Link>
        </p>
      </Notice>
    );
  }
  if (isApiFailure(error) && error.code === 'rate_limited') {
    return (
      <Notice kind="bad" title="Too many requests">
        <p>
          The plan permits a number of requests per minute, and it is used up.{' '}
          {error.retryAfterSeconds !== undefined && `Run again in ${error.retryAfterSeconds} seconds. `}
          Your input is kept.
        </p>
      </Notice>
    );
  }
  return <ErrorNotice error={error} onRetry={onRetry} />;
}
