import { useQuery } from '@tanstack/react-query';
import { api, data } from '../api/client';

const maxListed = 100;

/** The first hundred workflows that can be simulated, by slug. */
export function useWorkflowList() {
  return useQuery({
    queryKey: ['case-studies', 'list', maxListed],
    staleTime: 5 * 60_000,
    queryFn: () => data(api.GET('/v1/case-studies', { params: { query: { limit: maxListed } } })),
  });
}
