import type { components } from '../../api/generated/schema';
import { formatCount } from '../../format/numbers';

type Progress = components['schemas']['Sweep']['progress'];

/** Progress of the points while a sweep runs. */
export function SweepProgress({ progress }: { progress: Progress }) {
  const { points, points_total, agents_done, agents_total } = progress;
  const finished = points.completed + points.failed + points.canceled;
  return (
    <div className="panel" role="status">
      <p>
        {formatCount(finished)} of {formatCount(points_total)} points are finished, {formatCount(points.running)} are
        running.
      </p>
      <progress
        className="sweeps-progress"
        aria-label="Simulated agents"
        value={agents_done}
        max={Math.max(1, agents_total)}
      />
    </div>
  );
}
