import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, data } from '../api/client';
import { Button } from '../components/button';
import { Notice } from '../components/notice';
import { useConnection } from '../session/connection';
import { retryIntervalMs } from '../session/session';
import './connection-banner.css';

/** Shown while the service does not respond. It retries by itself. Everything that the user typed stays on the page. */
export function ConnectionBanner() {
  const isUnreachable = useConnection() === 'unreachable';
  const check = useQuery({
    queryKey: ['connection'],
    queryFn: () => data(api.GET('/v1/auth/me')),
    enabled: isUnreachable,
    refetchInterval: retryIntervalMs,
    retry: false,
    staleTime: 0,
  });
  useRefreshAfter(isUnreachable);
  if (!isUnreachable) return null;
  return (
    <div className="connection-banner">
      <Notice
        kind="warning"
        title="No connection to the service"
        action={
          <Button size="small" busy={check.isFetching} onClick={() => void check.refetch()}>
            Try now
          </Button>
        }
      >
        <p>Your input stays on this page. We try again every {retryIntervalMs / 1000} seconds.</p>
      </Notice>
    </div>
  );
}

/** Loads the data of the page again when the service responds again. */
function useRefreshAfter(isUnreachable: boolean): void {
  const queryClient = useQueryClient();
  const wasUnreachable = useRef(false);
  useEffect(() => {
    if (wasUnreachable.current && !isUnreachable) void queryClient.invalidateQueries();
    wasUnreachable.current = isUnreachable;
  }, [isUnreachable, queryClient]);
}
