import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, data } from '../api/client';
import { identityKey } from '../session/session';
import { Button } from './button';
import { ErrorNotice, Notice } from './notice';

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
        <p>Until then, you cannot invite colleagues, and limits are lower.</p>
      </Notice>
      {request.error && <ErrorNotice error={request.error} />}
    </>
  );
}
