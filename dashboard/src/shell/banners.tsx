import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, data } from '../api/client';
import { Button, ErrorNotice, Notice } from '../components/notice';
import { identityKey, retryIntervalMs, useConnection, useSession, useSignedIn } from '../session/session';
import { Dialog } from '../components/form';
import { SignInForms } from '../sign-in/sign-in-forms';
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
        Your input stays on this page. We try again every {retryIntervalMs / 1000} seconds.
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

/** Shown on every page until the user confirms the email address. Disappears when the user returns from the page of the link. */
export function ConfirmAddress({ email }: { email: string }) {
  const queryClient = useQueryClient();
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') void queryClient.invalidateQueries({ queryKey: identityKey });
    };
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  }, [queryClient]);
  const request = useMutation({
    mutationFn: () => data(api.POST('/v1/auth/magic-link/request', { body: { email } })),
  });
  if (request.data)
    return (
      <Notice title="Check your inbox">
        <p>We sent a link to {email}. Open it in this browser, and set a new password there.</p>
        {request.data.magic_link && (
          <p>
            Development server: <a href={request.data.magic_link}>Open the link</a>
          </p>
        )}
      </Notice>
    );
  return (
    <>
      <Notice
        kind="warning"
        title="Confirm your address"
        action={
          <Button size="small" busy={request.isPending} onClick={() => request.mutate()}>
            Email me a link
          </Button>
        }
      >
        Until then, you cannot invite colleagues, and limits are lower.
      </Notice>
      {request.error && <ErrorNotice error={request.error} />}
    </>
  );
}

/**
 * Asks to sign in again in place when the session ended, so that input on the page is kept. If another user signs in, the page is left:
 * it shows the data of the user before.
 */
export function SessionExpiredDialog() {
  const isOpen = useConnection() === 'signed-out';
  const { user } = useSession();
  const signedIn = useSignedIn();
  return (
    <Dialog
      open={isOpen}
      title="Your session ended"
      description="Sign in again to continue. Everything that you typed on this page is kept."
    >
      <SignInForms email={user?.email} onSignedIn={(identity) => void signedIn(identity)} keepPage />
    </Dialog>
  );
}
