import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiFailure, api, data } from '../../api/client';
import { Button } from '../../components/button';
import { TextField } from '../../components/field';
import { formErrors } from '../../components/form-errors';
import { Notice } from '../../components/notice';
import { Loaded } from '../../components/states';
import type { Identity } from '../../session/session';
import { rememberWay } from '../../sign-in/way';
import { AccountChoice, type Choice, type LinkPreview } from './account-choice';
import { Link } from 'react-router';
import { CheckInbox } from '../../sign-in/check-inbox';
import { LinkForm, type SentLink } from '../../sign-in/link-form';
import { forgetResetToken, resetToken } from '../../sign-in/sign-in-forms';
import { SignInFrame, useContinue } from './sign-in-page';

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
      <p>A link works once, and only the newest one works.</p>
    </Notice>
  );
}

function PreviewedForm({ token, link, onInvalid, onSignedIn }: NewPasswordFormProps & { link: LinkPreview }) {
  const [password, setPassword] = useState('');
  const [choice, setChoice] = useState<Choice>();
  const reset = useMutation({
    mutationFn: () =>
      data(
        api.POST('/v1/auth/password/reset', {
          body: { token, new_password: password, ...(choice && { unverified_account: choice }) },
        }),
      ),
    onSuccess: (identity) => {
      rememberWay('password');
      onSignedIn(identity);
    },
  });
  if (isInvalid(reset.error)) return <InvalidLink onInvalid={onInvalid} />;
  const errors = formErrors(reset.error, ['new_password']);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        reset.mutate();
      }}
    >
      <TextField label="Email" type="email" autoComplete="username" readOnly value={link.email} />
      {link.unverified_account && (
        <AccountChoice account={link.unverified_account} value={choice} onChange={setChoice} />
      )}
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="At least 10 characters. Several words are easy to remember."
        required
        value={password}
        error={errors.at('new_password')}
        onChange={(event) => setPassword(event.target.value)}
      />
      {!link.same_browser && (
        <label className="sign-in-choice">
          <input type="checkbox" required />
          <span>This link was requested in another browser. I requested it myself.</span>
        </label>
      )}
      {errors.notice}
      <Button type="submit" look="primary" busy={reset.isPending}>
        {reset.isPending ? 'Setting the password…' : 'Set password and sign in'}
      </Button>
      <p className="small muted">All other sessions of the account end.</p>
    </form>
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
