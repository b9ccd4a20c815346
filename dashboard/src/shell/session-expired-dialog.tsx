import { Dialog } from '../components/dialog';
import { useConnection } from '../session/connection';

/** Asks to sign in again in place when the session ended, so that input on the page is kept. */
export function SessionExpiredDialog() {
  return (
    <Dialog
      open={useConnection() === 'signed-out'}
      title="Your session ended"
      description="Sign in again to continue. Everything on this page is kept."
    >
      <a href="/sign-in">Sign in</a>
    </Dialog>
  );
}
