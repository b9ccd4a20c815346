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

/**
 * The path in `?next=`, to which a sign-in leads. Only paths of this origin are used, so that no link of a third party leads away
 * through the sign-in page.
 */
export function nextPath(search: string, origin = window.location.origin): string {
  const next = new URLSearchParams(search).get('next');
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return '/';
  const url = new URL(next, origin);
  const path = url.pathname + url.search + url.hash;
  return url.origin === origin && !path.startsWith('//') ? path : '/';
}

/** The page of the sign-in link (`/auth/callback`) writes the token of its link under this name, so that it is in no address. */
const storageKey = 'reset-token';

export function resetToken(): string | undefined {
  return sessionStorage.getItem(storageKey) ?? undefined;
}

export function forgetResetToken(): void {
  sessionStorage.removeItem(storageKey);
}
