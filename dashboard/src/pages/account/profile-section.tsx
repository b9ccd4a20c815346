import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, data } from '../../api/client';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { ErrorNotice, Notice } from '../../components/notice';
import { formatDateTime } from '../../format/dates';
import type { Identity } from '../../session/session';

/** Name, address and organization of the user, and the way to verify the address. */
export function ProfileSection({ identity: { user, organization } }: { identity: Identity }) {
  return (
    <section className="account-section" aria-labelledby="profile">
      <h2 id="profile">Profile</h2>
      <dl className="account-facts panel">
        <dt>Name</dt>
        <dd dir="auto">{user?.name}</dd>
        <dt>Email</dt>
        <dd>
          <span className="row">
            {user?.email}{' '}
            {user?.email_verified ? <Badge kind="good">verified</Badge> : <Badge kind="warning">not verified</Badge>}
          </span>
        </dd>
        <dt>Organization</dt>
        <dd dir="auto">
          <Link to="/organization">{organization.name}</Link>
        </dd>
        {user?.last_login_at && (
          <>
            <dt>Last sign-in</dt>
            <dd>{formatDateTime(user.last_login_at)}</dd>
          </>
        )}
      </dl>
      {user && !user.email_verified && <VerifyAddress email={user.email} />}
    </section>
  );
}

function VerifyAddress({ email }: { email: string }) {
  const request = useMutation({
    mutationFn: () => data(api.POST('/v1/auth/magic-link/request', { body: { email } })),
  });
  if (request.data)
    return (
      <Notice title="Check your inbox">
        <p>
          We sent a link to {email}. Open it in this browser within 15 minutes. To keep signing in with a password,
          choose <strong>Set a new password</strong> on its page.
        </p>
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
        title="Confirm that this address is yours"
        action={
          <Button size="small" busy={request.isPending} onClick={() => request.mutate()}>
            Email me a link
          </Button>
        }
      >
        <p>
          Sign in by email once. The password that you chose at the sign-up ends then, because another person could have
          used your address.
        </p>
      </Notice>
      {request.error && <ErrorNotice error={request.error} />}
    </>
  );
}
