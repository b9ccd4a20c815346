import { useQuery } from '@tanstack/react-query';
import { api, data } from '../api/client';

/** The limits of the plan, and what is left of them. */
export function useUsage() {
  return useQuery({ queryKey: ['usage'], queryFn: ({ signal }) => data(api.GET('/v1/usage', { signal })) });
}
