import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api, body, type components, data } from '../../api/client';

export type Simulation = components['schemas']['Simulation'];
export type Comparison = components['schemas']['Comparison'];

/** The record of each simulation, in the order of the ids. */
export function useSimulations(ids: readonly string[]): UseQueryResult<Simulation>[] {
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: ['simulations', 'simulation', id],
      queryFn: () => data(api.GET('/v1/simulations/{id}', { params: { path: { id } } })),
    })),
  });
}

/** The comparison of each later simulation with the first one. Differences are its values minus those of the first one. */
export function useComparisons(ids: readonly string[]): UseQueryResult<Comparison[]> {
  return useQuery({
    queryKey: ['simulations', 'comparisons', ids.join()],
    staleTime: Infinity,
    queryFn: async () => {
      const answer = await body(api.GET('/v1/comparisons', { params: { query: { ids: [...ids] } } }));
      // The other formats are text; this request has the default format, JSON.
      if (typeof answer === 'string') throw new Error('The service returned the comparison in another format.');
      return answer.data.comparisons;
    },
  });
}
