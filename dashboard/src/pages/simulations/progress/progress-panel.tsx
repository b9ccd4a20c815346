import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, data } from '../../../api/client';
import { Button } from '../../../components/button';
import { ErrorNotice } from '../../../components/notice';
import { formatCount, formatAgents } from '../../../format/numbers';
import type { Simulation } from '../../../results/figure';
import { simulationKey } from '../../../results/use-simulation';
import { useProgress } from './use-progress';

/** The live progress of an unfinished simulation, with a button that cancels it. */
export function ProgressPanel({ simulation }: { simulation: Simulation }) {
  useProgress(simulation);
  const queryClient = useQueryClient();
  const { id, status, progress } = simulation;
  const cancel = useMutation({
    mutationFn: () => data(api.POST('/v1/simulations/{id}/cancel', { params: { path: { id } } })),
    onSuccess: (record) => {
      queryClient.setQueryData(simulationKey(id), record);
      void queryClient.invalidateQueries({ queryKey: ['runs', 'list'] });
    },
  });
  const { agents_done: done, agents_total: total } = progress;
  return (
    <section className="panel stack" aria-label="Progress">
      <div className="simulation-progress-head">
        <h2>{status === 'queued' ? 'Waiting for a worker' : 'Simulating'}</h2>
        <Button look="danger" size="small" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel the simulation
        </Button>
      </div>
      <progress className="simulation-progress" aria-label="Agents simulated" max={total} value={done} />
      <p className="muted number" role="status">
        {formatCount(done)} of {formatAgents(total)}. The result appears here. You can leave this page.
      </p>
      {cancel.error && <ErrorNotice error={cancel.error} onRetry={() => cancel.mutate()} />}
    </section>
  );
}
