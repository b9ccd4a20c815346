import { Link } from 'react-router';
import { Badge } from '../../components/badge';
import { formatDateTime } from '../../format/dates';
import { type Identity, useSession, useSignOut } from '../../session/session';
import { Button } from '../../components/button';
import { Facts } from '../../components/facts';
import { Page } from '../../components/page';
import { PasswordSection } from './password-section';
import { SessionsSection } from './sessions-section';
import './account.css';

/** Name, address and organization of the user. */
function ProfileSection({ identity: { user, organization } }: { identity: Identity }) {
  return (
    <section className="stack" aria-labelledby="profile">
      <h2 id="profile">Profile</h2>
      <Facts
        className="panel"
        facts={[
          ['Name', user?.name],
          [
            'Email',
            <span className="row">
              {user?.email}{' '}
              {user?.email_verified ? (
                <Badge kind="success">verified</Badge>
              ) : (
                <Badge kind="warning">not verified</Badge>
              )}
            </span>,
          ],
          ['Organization', <Link to="/organization">{organization.name}</Link>],
          ['Last sign-in', user?.last_login_at && formatDateTime(user.last_login_at)],
        ]}
      />
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
