import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, data } from '../../api/client';
import { Button } from '../../components/button';
import { ErrorNotice } from '../../components/notice';
import { formatCount } from '../../format/numbers';
import { goalKey, type Goal } from './goal';

/** The progress of an unfinished goal, with a button that cancels it. */
export function GoalProgress({ goal: { id, status, progress } }: { goal: Goal }) {
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => data(api.POST('/v1/goals/{goal_id}/cancel', { params: { path: { goal_id: id } } })),
    onSuccess: (record) => queryClient.setQueryData(goalKey(id), record),
    // The goal may have finished before the request.
    onError: () => queryClient.invalidateQueries({ queryKey: goalKey(id) }),
  });
  const { evaluations_done: done, evaluations_max: max } = progress;
  return (
    <section className="panel stack" aria-label="Progress">
      <div className="simulation-progress-head">
        <h2>{status === 'queued' ? 'Waiting for a worker' : 'Searching'}</h2>
        <Button look="danger" size="small" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel the goal
        </Button>
      </div>
      <progress className="simulation-progress" aria-label="Evaluations" max={max} value={done} />
      <p className="muted number" role="status">
        {formatCount(done)} of at most {formatCount(max)} evaluations of all agents. The result appears here. You can
        leave this page.
      </p>
      {cancel.error && <ErrorNotice error={cancel.error} onRetry={() => cancel.mutate()} />}
    </section>
  );
}
