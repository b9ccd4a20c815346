import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import { useMutation } from '@tanstack/react-query';
import { Tabs } from '../components/tabs';
import type { Identity } from '../session/session';
import { api, data, isApiFailure } from '../api/client';
import { TextField } from '../components/field';
import { emailField, Form, useForm } from '../components/form';
import { Button, ErrorNotice, Notice } from '../components/notice';

interface SignInFormsProps {
  email?: string | undefined;
  onSignedIn: (identity: Identity) => void;
  /** The page under the forms must stay. */
  keepPage?: boolean;
}

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

interface PasswordFormProps {
  email: string;
  onEmail: (email: string) => void;
  onSignedIn: (identity: Identity) => void;
  /** Opens the page for a new password in another tab, because the form is in a dialog over a page with input. */
  keepPage?: boolean;
}

const codes = {
  invalid_credentials: {
    field: 'password',
    text: 'The email address or the password is wrong. Check both, or sign in with an email link.',
  },
  email_link_required: {
    field: 'password',
    text: 'Too many wrong passwords were sent for this address. Sign in with an email link, or try again in an hour.',
  },
};

function PasswordForm({ email, onEmail, onSignedIn, keepPage = false }: PasswordFormProps) {
  const form = useForm({
    initial: { password: '' },
    send: ({ password }) => data(api.POST('/v1/auth/password/login', { body: { email, password } })),
    fields: ['email', 'password'],
    codes,
    onDone: (identity) => {
      rememberWay('password');
      onSignedIn(identity);
    },
  });
  return (
    <div className="stack">
      <Form form={form} action="Sign in" busy="Signing in…">
        <TextField {...emailField} value={email} error={form.errors.at('email')} onChange={onEmail} />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          {...form.text('password')}
        />
      </Form>
      <p className="small">
        <Link to="/reset-password" {...(keepPage && { target: '_blank' })}>
          Forgot your password?
        </Link>
      </p>
    </div>
  );
}

export interface SentLink {
  email: string;
  /** Only development servers return it. */
  link: string | undefined;
}

interface LinkFormProps {
  email: string;
  onEmail: (email: string) => void;
  onSent: (sent: SentLink) => void;
  button?: string;
}

export function LinkForm({ email, onEmail, onSent, button = 'Email me a sign-in link' }: LinkFormProps) {
  const form = useForm({
    initial: {},
    send: () => data(api.POST('/v1/auth/magic-link/request', { body: { email } })),
    fields: ['email'],
    onDone: ({ magic_link: link }) => onSent({ email, link }),
  });
  return (
    <Form form={form} action={button} busy="Sending…">
      <TextField {...emailField} value={email} error={form.errors.at('email')} onChange={onEmail} />
    </Form>
  );
}

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

type SignInWay = 'link' | 'password';

const wayKey = 'sign-in-way';

/** How the user of this browser signed in last. */
function lastWay(): SignInWay {
  return localStorage.getItem(wayKey) === 'password' ? 'password' : 'link';
}

export function rememberWay(way: SignInWay): void {
  localStorage.setItem(wayKey, way);
}
