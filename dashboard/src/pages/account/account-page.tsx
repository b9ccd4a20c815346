import { Button } from '../../components/button';
import { Page } from '../../components/page';
import { useSession, useSignOut } from '../../session/session';
import { PasswordSection } from './password-section';
import { ProfileSection } from './profile-section';
import { SessionsSection } from './sessions-section';
import './account.css';

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
