import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { eventsOf, isUnfinished, readRun, readView, type Run, type RunId, runKey } from './run';
import type { View } from '../../../src/simulations/view/view.schema';

/** The record of a run. The event stream of the service keeps it current until the run is finished. */
export function useRun({ object, id }: RunId) {
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: runKey({ object, id }),
    queryFn: ({ signal }) => readRun({ object, id }, signal),
  });
  const isFollowed = query.data !== undefined && isUnfinished(query.data);
  useEffect(() => {
    if (!isFollowed) return;
    const controller = new AbortController();
    const queryKey = runKey({ object, id });
    const change = (part: Partial<Run>) =>
      queryClient.setQueryData<Run>(queryKey, (previous) => previous && ({ ...previous, ...part } as Run));
    const follow = async () => {
      for await (const { event, data } of eventsOf({ object, id }, controller.signal)) {
        if (event === 'progress') change({ progress: data as Run['progress'] } as Partial<Run>);
        // The final status comes with the complete record.
        else if (event === 'state' && isUnfinished(data as Run)) change({ status: (data as Run).status });
      }
      if (controller.signal.aborted) return;
      void queryClient.invalidateQueries({ queryKey });
      void queryClient.invalidateQueries({ queryKey: ['runs', 'list'] });
      void queryClient.invalidateQueries({ queryKey: ['usage'] });
    };
    void follow();
    return () => controller.abort();
  }, [object, id, isFollowed, queryClient]);
  return query;
}

interface ViewOptions {
  /** The figure that the user selected in place of the headline. */
  figure?: string | undefined;
  /** Whether to read the sections that are computed from the agents. Only simulations have them. */
  isAnalyzed?: boolean;
}

export function useView(run: Run, { figure, isAnalyzed = false }: ViewOptions = {}) {
  const query = {
    figure,
    ...(run.object === 'simulation' && { analyses: isAnalyzed ? ('true' as const) : ('false' as const) }),
  };
  return useQuery({
    queryKey: ['runs', 'view', run.id, query],
    // The generated types have no tuples.
    queryFn: async ({ signal }) => (await readView(run, query, signal)) as unknown as View,
    enabled: run.status === 'completed',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
}
