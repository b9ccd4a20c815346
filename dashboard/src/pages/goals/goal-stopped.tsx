import { Notice } from '../../components/notice';
import { formatCount } from '../../format/numbers';
import type { Goal } from './goal';

/** Why a goal has no result. */
export function GoalStopped({ goal: { status, failure, progress } }: { goal: Goal }) {
  if (status === 'canceled')
    return (
      <Notice kind="warning" title="This goal was canceled">
        <p>It stopped after {formatCount(progress.evaluations_done)} evaluations, so it has no result.</p>
      </Notice>
    );
  return (
    <Notice kind="bad" title="This goal failed">
      {failure && <p dir="auto">{failure.message}</p>}
      <p>Its quota was refunded. Create it again with other bounds or parameter values.</p>
      {failure && <p className="small muted">Code: {failure.code}</p>}
    </Notice>
  );
}
