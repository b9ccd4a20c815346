import { useState } from 'react';
import { Link } from 'react-router';
import { CheckInbox } from '../../sign-in/check-inbox';
import { LinkForm, type SentLink } from '../../sign-in/link-form';
import { forgetResetToken, resetToken } from '../../sign-in/reset-token';
import { NewPasswordForm } from './new-password-form';
import { SignInFrame } from './sign-in-frame';
import { useContinue } from './use-continue';

/** Requests a link, or sets the password with the link that the user opened. */
export default function ResetPasswordPage() {
  const [token, setToken] = useState(resetToken);
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState<SentLink>();
  const onSignedIn = useContinue();
  const forget = () => {
    forgetResetToken();
    setToken(undefined);
  };
  const footer = <Link to="/sign-in">Back to sign-in</Link>;
  if (token !== undefined)
    return (
      <SignInFrame title="Set a new password" footer={footer}>
        <NewPasswordForm
          token={token}
          onInvalid={forget}
          onSignedIn={(identity) => {
            forgetResetToken();
            onSignedIn(identity);
          }}
        />
      </SignInFrame>
    );
  return (
    <SignInFrame title="Set a new password" footer={footer}>
      {sent ? (
        <CheckInbox sent={sent} onBack={() => setSent(undefined)} onSignedIn={onSignedIn}>
          <p>
            Open the link in this browser and choose <strong>Set a new password</strong> on its page.
          </p>
        </CheckInbox>
      ) : (
        <div className="stack">
          <p>We email you a link. On the page that it opens, you choose the new password.</p>
          <LinkForm email={email} onEmail={setEmail} onSent={setSent} button="Email me a link" />
        </div>
      )}
    </SignInFrame>
  );
}
