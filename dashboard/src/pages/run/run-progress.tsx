import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, ErrorNotice } from '../../components/notice';
import { formatAgents, formatCount } from '../../format/format';
import { useHasScope } from '../../session/session';
import { cancelRun, nounOf, runKey, type Run } from '../../runs/run';

function workOf({ progress }: Run): { done: number; total: number; text: string } {
  const work = (done: number, total: number, what: string, of = 'of') => ({
    ...{ done, total, text: `${formatCount(done)} ${of} ${formatCount(total)} ${what}.` },
  });
  if ('evaluations_done' in progress)
    return work(progress.evaluations_done, progress.evaluations_max, 'evaluations of all agents', 'of at most');
  if ('answers_done' in progress)
    return work(progress.answers_done, progress.answers_total, 'answers of the language model');
  if ('steps_done' in progress) return work(progress.steps_done, progress.steps_total, 'steps');
  const { agents_done: done, agents_total: total } = progress;
  const agents = `${formatCount(done)} of ${formatAgents(total)}.`;
  if ('blocks_done' in progress) {
    const { blocks_done: blocks, blocks_total: count } = progress;
    return { done, total, text: `${formatCount(blocks)} of ${formatCount(count)} blocks, ${agents}` };
  }
  if (!('points' in progress)) return { done, total, text: agents };
  const { points, points_total: count } = progress;
  const finished = points.completed + points.failed + points.canceled;
  const text = `${formatCount(finished)} of ${formatCount(count)} points are finished, ${formatCount(points.running)} are running.`;
  return { done, total, text };
}

export function RunProgress({ run }: { run: Run }) {
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => cancelRun(run),
    // The response of a sweep has no points.
    onSuccess: (record) => queryClient.setQueryData<Run>(runKey(run), (previous) => ({ ...previous, ...record })),
    onSettled: (record) => {
      // The run may have finished before the request.
      if (!record || run.object === 'sweep') void queryClient.invalidateQueries({ queryKey: runKey(run) });
      // The quota of the run is refunded.
      for (const queryKey of [['runs', 'list'], ['usage']]) void queryClient.invalidateQueries({ queryKey });
    },
  });
  const canChange = useHasScope('simulations:write');
  const { done, total, text } = workOf(run);
  return (
    <section className="panel stack" aria-label="Progress">
      <div className="between">
        <h2 role="status">{run.status === 'queued' ? 'Waiting for a worker' : 'Running'}</h2>
        {canChange && (
          <Button look="danger" size="small" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel the {nounOf(run.object)}
          </Button>
        )}
      </div>
      <progress aria-label="Progress of the run" max={Math.max(1, total)} value={done} />
      <p className="muted number">{text} The result appears here. You can leave this page.</p>
      {cancel.error && <ErrorNotice error={cancel.error} onRetry={() => cancel.mutate()} />}
    </section>
  );
}
