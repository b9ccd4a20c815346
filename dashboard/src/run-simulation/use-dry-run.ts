import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { isApiFailure } from '../api/api-failure';
import { useHasScope } from '../session/session';
import { sendRun, type RunPath } from './run-request';
import { useSettled } from './use-settled';

/**
 * Checks a request and estimates its cost with a dry run, after the form stayed the same for a moment.
 * @param request undefined while the form is incomplete
 */
export function useDryRun<Estimate>(path: RunPath, request: object | undefined) {
  const canRun = useHasScope('simulations:write');
  const { latest, settled } = useSettled(request);
  return useQuery({
    queryKey: ['dry-run', path, settled],
    queryFn: ({ signal }) => {
      const content = { ...(JSON.parse(settled ?? '{}') as object), dry_run: true };
      return sendRun<Estimate>(path, content, { signal });
    },
    enabled: canRun && settled !== undefined && settled === latest,
    placeholderData: keepPreviousData,
    // Above the rate limit, the estimate waits for as long as the service requests.
    retry: (count, error) => count < 3 && isApiFailure(error) && error.status === 429,
    retryDelay: (_count, error) => ((isApiFailure(error) ? error.retryAfterSeconds : undefined) ?? 2) * 1000,
  });
}
