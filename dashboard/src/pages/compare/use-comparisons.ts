import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { api, data } from '../../api/client';
import type { components } from '../../api/generated/schema';

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
export function useComparisons([first = '', ...others]: readonly string[]): UseQueryResult<Comparison>[] {
  return useQueries({
    queries: others.map((id) => ({
      queryKey: ['simulations', 'comparison', id, first],
      staleTime: Infinity,
      queryFn: () =>
        data(api.GET('/v1/simulations/{id}/compare', { params: { path: { id }, query: { with: first } } })),
    })),
  });
}
