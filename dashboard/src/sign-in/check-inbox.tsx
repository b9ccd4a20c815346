import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { isApiFailure, api, data } from '../api/client';
import { Button } from '../components/button';
import { ErrorNotice, Notice } from '../components/notice';
import type { Identity } from '../session/session';
import type { SentLink } from './link-form';
import { rememberWay } from './way';

interface CheckInboxProps {
  sent: SentLink;
  /** What to do on the page of the link. */
  children?: ReactNode;
  onBack: () => void;
  onSignedIn: (identity: Identity) => void;
  /** Opens the link of a development server in a new tab, because this page must stay. */
  keepPage?: boolean;
}

const isOnThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(window.location.hostname);

/** Shown after a link was sent. It continues as soon as the user has signed in with the link in another tab. */
export function CheckInbox({ sent, children, onBack, onSignedIn, keepPage = false }: CheckInboxProps) {
  const check = useMutation({
    mutationFn: (_cause: 'click' | 'return') => data(api.GET('/v1/auth/me')),
    onSuccess: (identity) => {
      rememberWay('link');
      onSignedIn(identity);
    },
  });
  const checkOnReturn = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && !check.isPending) check.mutate('return');
  });
  useEffect(() => {
    const listener = () => checkOnReturn();
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  }, []);
  const isSignedOut = isApiFailure(check.error) && check.error.isSignedOut;
  return (
    <div className="stack">
      <h2>Check your inbox</h2>
      <p>
        We sent a link to <strong className="sign-in-address">{sent.email}</strong>. It works once; the email says for
        how long.
      </p>
      {children ?? <p>Open the link in this browser and click the button on its page. Then continue here or there.</p>}
      <DeveloperLink link={sent.link} keepPage={keepPage} />
      {isSignedOut && check.variables === 'click' && (
        <Notice kind="warning">You are not signed in yet. Open the link and click the button on its page first.</Notice>
      )}
      {check.error && !isSignedOut && <ErrorNotice error={check.error} />}
      <div className="row">
        <Button look="primary" busy={check.isPending} onClick={() => check.mutate('click')}>
          I signed in
        </Button>
        <Button look="plain" onClick={onBack}>
          Send another link
        </Button>
      </div>
      <p className="small muted">No email? Check the address and the spam folder. Only the newest link works.</p>
    </div>
  );
}

function DeveloperLink({ link, keepPage }: { link: string | undefined; keepPage: boolean }) {
  if (link !== undefined)
    return (
      <Notice title="Development server">
        <p>
          With <code>SVC_DEBUG=1</code>, the link is also here:{' '}
          <a href={link} {...(keepPage && { target: '_blank', rel: 'noopener' })}>
            Open the sign-in link
          </a>
        </p>
      </Notice>
    );
  if (!isOnThisMachine) return null;
  return (
    <Notice title="Development server">
      Without a mail server, the email with the link is in the terminal that runs the service.
    </Notice>
  );
}
