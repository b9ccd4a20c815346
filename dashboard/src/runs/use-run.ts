import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { eventsOf, isUnfinished, readRun, runKey, type Run, type RunId } from './run';

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
