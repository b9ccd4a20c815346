import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isApiFailure } from './api-failure';
import { reportOutcome } from '../session/connection';

const maxRetries = 2;

/** Retries only if the service did not respond. Other failures are the same on every attempt. */
function shouldRetry(failureCount: number, error: unknown): boolean {
  return failureCount < maxRetries && isApiFailure(error) && error.isUnreachable;
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: reportOutcome, onSuccess: () => reportOutcome(undefined) }),
  mutationCache: new MutationCache({ onError: reportOutcome, onSuccess: () => reportOutcome(undefined) }),
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: 10_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});
