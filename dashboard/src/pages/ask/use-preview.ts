import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { isApiFailure, type ApiFailure } from '../../api/api-failure';
import type { Draft } from './draft';
import { dryRun, isComplete, type DryRunAnswer } from './requests';

/** What a question would run, or the decision that the service needs first. */
export type Preview = ({ kind: 'plan' } & DryRunAnswer) | { kind: 'decision'; failure: ApiFailure };

const maxRetries = 5;
const retryDelayMs = 2000;

async function preview(draft: Draft, signal: AbortSignal): Promise<Preview> {
  try {
    return { kind: 'plan', ...(await dryRun(draft, signal)) };
  } catch (error) {
    if (isApiFailure(error) && error.status === 422) return { kind: 'decision', failure: error };
    throw error;
  }
}

const canRetry = (error: unknown) => isApiFailure(error) && (error.status === 429 || error.isUnreachable);
const delayMs = (error: unknown) =>
  isApiFailure(error) && error.retryAfterSeconds !== undefined ? error.retryAfterSeconds * 1000 : retryDelayMs;

/**
 * A dry run of the draft. A newer draft aborts the request. Above the rate limit, the preview waits for as long as the service requests.
 */
export function usePreview(draft: Draft) {
  return useQuery({
    queryKey: ['dry-run', draft],
    queryFn: ({ signal }) => preview(draft, signal),
    enabled: isComplete(draft),
    placeholderData: keepPreviousData,
    retry: (count, error) => count < maxRetries && canRetry(error),
    retryDelay: (_count, error) => delayMs(error),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}
