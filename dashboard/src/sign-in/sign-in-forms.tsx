import { useState } from 'react';
import { Tabs } from '../components/tabs';
import type { Identity } from '../session/session';
import { CheckInbox } from './check-inbox';
import { LinkForm, type SentLink } from './link-form';
import { PasswordForm } from './password-form';
import { lastWay } from './way';

interface SignInFormsProps {
  email?: string | undefined;
  onSignedIn: (identity: Identity) => void;
  /** The page under the forms must stay. */
  keepPage?: boolean;
}

/** Sign-in by email link or by password. */
export function SignInForms({ email: initialEmail = '', onSignedIn, keepPage = false }: SignInFormsProps) {
  const [email, setEmail] = useState(initialEmail);
  const [way, setWay] = useState<string>(lastWay);
  const [sent, setSent] = useState<SentLink>();
  if (sent)
    return <CheckInbox sent={sent} onBack={() => setSent(undefined)} onSignedIn={onSignedIn} keepPage={keepPage} />;
  return (
    <Tabs
      label="Ways to sign in"
      value={way}
      onChange={setWay}
      tabs={[
        { id: 'link', label: 'Email link', content: <LinkForm email={email} onEmail={setEmail} onSent={setSent} /> },
        {
          id: 'password',
          label: 'Password',
          content: <PasswordForm email={email} onEmail={setEmail} onSignedIn={onSignedIn} keepPage={keepPage} />,
        },
      ]}
    />
  );
}
