import { useQuery } from '@tanstack/react-query';
import { api, data } from '../api/client';

/** The limits of the plan, and what is left of them. */
export function useUsage() {
  return useQuery({ queryKey: ['usage'], queryFn: ({ signal }) => data(api.GET('/v1/usage', { signal })) });
}

/** Maximum agents of a run in the plan. Until it is known, the recommended number of the workflow. */
export function useCeiling(recommended: number): number {
  return useUsage().data?.agent_count_ceiling ?? recommended;
}
