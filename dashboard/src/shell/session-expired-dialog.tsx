import { Dialog } from '../components/dialog';
import { useConnection } from '../session/connection';
import { useSession, useSignedIn } from '../session/session';
import { SignInForms } from '../sign-in/sign-in-forms';

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
