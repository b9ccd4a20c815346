import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { View } from '../../../../src/simulations/view/view.schema';
import { readView, type Run } from '../../runs/run';

interface ViewOptions {
  /** The figure that the user selected in place of the headline. */
  figure?: string | undefined;
  /** Whether to read the sections that are computed from the agents. Only simulations have them. */
  isAnalyzed?: boolean;
}

/** The view of a completed run. */
export function useView(run: Run, { figure, isAnalyzed = false }: ViewOptions = {}) {
  const query = {
    ...(figure !== undefined && { figure }),
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
