import { Link } from 'react-router';
import { Badge } from '../../components/badge';
import { formatDateTime } from '../../format/dates';
import { type Identity, useSession, useSignOut } from '../../session/session';
import { Button } from '../../components/button';
import { Page } from '../../components/page';
import { PasswordSection } from './password-section';
import { SessionsSection } from './sessions-section';
import './account.css';

/** Name, address and organization of the user. */
function ProfileSection({ identity: { user, organization } }: { identity: Identity }) {
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
            {user?.email_verified ? <Badge kind="success">verified</Badge> : <Badge kind="warning">not verified</Badge>}
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
    </section>
  );
}

export default function AccountPage() {
  const identity = useSession();
  const signOut = useSignOut();
  return (
    <Page
      title="Your account"
      actions={
        <Button busy={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign out
        </Button>
      }
    >
      <ProfileSection identity={identity} />
      <SessionsSection />
      <PasswordSection email={identity.user?.email} />
    </Page>
  );
}
