import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Simulation } from '../../../results/figure';
import { followSimulation } from '../../../results/follow-simulation';
import { simulationKey } from '../../../results/use-simulation';

/** Keeps the record of an unfinished simulation current, from the event stream of the service. */
export function useProgress({ id, status }: Simulation): void {
  const queryClient = useQueryClient();
  const isUnfinished = status === 'queued' || status === 'running';
  useEffect(() => {
    if (!isUnfinished) return;
    const controller = new AbortController();
    const key = simulationKey(id);
    const change = (part: Partial<Simulation>) =>
      queryClient.setQueryData<Simulation>(key, (previous) => previous && { ...previous, ...part });
    void followSimulation(
      id,
      ({ event, data }) => {
        if (event === 'progress') change({ progress: data as Simulation['progress'] });
        else if (event === 'state') {
          // The final status comes with the complete record.
          const { status: next } = data as Pick<Simulation, 'status'>;
          if (next === 'queued' || next === 'running') change({ status: next });
        } else if (event === 'done') change(data as Simulation);
      },
      controller.signal,
    ).then(() => {
      if (controller.signal.aborted) return;
      void queryClient.invalidateQueries({ queryKey: key });
      void queryClient.invalidateQueries({ queryKey: ['runs', 'list'] });
      void queryClient.invalidateQueries({ queryKey: ['usage'] });
    });
    return () => controller.abort();
  }, [id, isUnfinished, queryClient]);
}
