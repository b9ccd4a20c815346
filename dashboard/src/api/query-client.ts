import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isApiFailure } from './client';
import { reportOutcome } from '../session/session';

const maxRetries = 2;
const longestWaitSeconds = 15;

/** Retries if the service did not respond, or asks for a short wait. Other failures are the same on every attempt. */
function shouldRetry(failureCount: number, error: unknown): boolean {
  if (failureCount >= maxRetries || !isApiFailure(error)) return false;
  return error.isUnreachable || (error.status === 429 && (error.retryAfterSeconds ?? Infinity) <= longestWaitSeconds);
}

function retryDelay(failureCount: number, error: unknown): number {
  const seconds = isApiFailure(error) ? error.retryAfterSeconds : undefined;
  return 1000 * (seconds ?? 2 ** failureCount);
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: reportOutcome, onSuccess: () => reportOutcome(undefined) }),
  mutationCache: new MutationCache({ onError: reportOutcome, onSuccess: () => reportOutcome(undefined) }),
  defaultOptions: {
    // Also without a network: a paused request would neither fail nor show the banner.
    queries: {
      networkMode: 'always',
      retry: shouldRetry,
      retryDelay,
      staleTime: 10_000,
      refetchOnWindowFocus: true,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
