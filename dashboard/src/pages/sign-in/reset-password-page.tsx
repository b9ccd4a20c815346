import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, type components, data, isApiFailure } from '../../api/client';
import { Button, Notice } from '../../components/notice';
import { TextField } from '../../components/field';
import { emailField, Form, newPassword, useForm } from '../../components/form';
import type { Identity } from '../../session/session';
import {
  CheckInbox,
  forgetResetToken,
  LinkForm,
  rememberWay,
  resetToken,
  type SentLink,
} from '../../sign-in/sign-in-forms';
import { SignInFrame, useContinue } from './sign-in-page';
import { formatCount, formatDate } from '../../format/format';
import { contentLabels } from '../members/member';
import { Loaded } from '../../components/states';

interface NewPasswordFormProps {
  token: string;
  onInvalid: () => void;
  onSignedIn: (identity: Identity) => void;
}

/** Sets the password of the account to which the link belongs. The preview does not use the link up. */
function NewPasswordForm({ token, onInvalid, onSignedIn }: NewPasswordFormProps) {
  const preview = useQuery({
    queryKey: ['link-preview', token],
    queryFn: () => data(api.POST('/v1/auth/magic-link/preview', { body: { token } })),
    staleTime: Infinity,
  });
  if (isInvalid(preview.error)) return <InvalidLink onInvalid={onInvalid} />;
  return (
    <Loaded query={preview}>
      {(link) => <PreviewedForm token={token} link={link} onInvalid={onInvalid} onSignedIn={onSignedIn} />}
    </Loaded>
  );
}

const isInvalid = (error: unknown) => isApiFailure(error) && error.code === 'magic_link_invalid';

function InvalidLink({ onInvalid }: { onInvalid: () => void }) {
  return (
    <Notice
      kind="warning"
      title="This link no longer works"
      action={
        <Button size="small" onClick={onInvalid}>
          Request a new link
        </Button>
      }
    >
      A link works once, and only the newest one works.
    </Notice>
  );
}

function PreviewedForm({ token, link, onInvalid, onSignedIn }: NewPasswordFormProps & { link: LinkPreview }) {
  const [choice, setChoice] = useState<Choice>();
  const form = useForm({
    initial: { new_password: '' },
    send: (values) => {
      const body = { token, ...values, ...(choice && { unverified_account: choice }) };
      return data(api.POST('/v1/auth/password/reset', { body }));
    },
    onDone: (identity) => {
      rememberWay('password');
      onSignedIn(identity);
    },
  });
  if (isInvalid(form.error)) return <InvalidLink onInvalid={onInvalid} />;
  return (
    <>
      <Form form={form} action="Set password and sign in" busy="Setting the password…">
        <TextField {...emailField} readOnly value={link.email} />
        {link.unverified_account && (
          <AccountChoice account={link.unverified_account} value={choice} onChange={setChoice} />
        )}
        <TextField {...newPassword} label="New password" {...form.text('new_password')} />
        {!link.same_browser && (
          <label className="sign-in-choice">
            <input type="checkbox" required />
            <span>This link was requested in another browser. I requested it myself.</span>
          </label>
        )}
      </Form>
      <p className="small muted">All other sessions of the account end.</p>
    </>
  );
}

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

type LinkPreview = components['schemas']['SignInLinkPreview'];
type Choice = 'keep' | 'discard';

interface AccountChoiceProps {
  account: NonNullable<LinkPreview['unverified_account']>;
  value: Choice | undefined;
  onChange: (choice: Choice) => void;
}

const labels: Record<Choice, string> = {
  discard: 'I am not sure, or I did not create it: delete its contents',
  keep: 'I created it: keep its contents',
};

const contentsOf = (account: AccountChoiceProps['account']) => {
  const kinds = Object.keys(contentLabels) as (keyof typeof contentLabels)[];
  const counted = kinds.filter((kind) => account[kind] > 0);
  return counted.map((kind) => `${contentLabels[kind]}: ${formatCount(account[kind])}`).join('; ') || 'none';
};

/** Asks about the contents of an account that a third party may have created with the user's address. */
function AccountChoice({ account, value, onChange }: AccountChoiceProps) {
  return (
    <Notice kind="warning" title="Did you create this account?">
      <p>
        An account with a password already exists for this address. The address was never confirmed. Organization:{' '}
        <strong dir="auto">{account.organization_name}</strong>, created {formatDate(account.created_at)}. Contents:{' '}
        {contentsOf(account)}.
      </p>
      <fieldset className="stack">
        <legend className="visually-hidden">Contents of the account</legend>
        {(['discard', 'keep'] as const).map((choice) => (
          <label key={choice} className="sign-in-choice">
            <input
              type="radio"
              name="unverified_account"
              required
              checked={value === choice}
              onChange={() => onChange(choice)}
            />
            <span>{labels[choice]}</span>
          </label>
        ))}
      </fieldset>
    </Notice>
  );
}
