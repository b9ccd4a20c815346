import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, data } from '../api/client';
import { Button } from '../components/button';
import { TextField } from '../components/field';
import { formErrors } from '../components/form-errors';
import type { Identity } from '../session/session';
import { EmailField } from './email-field';
import { rememberWay } from './way';

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

export function PasswordForm({ email, onEmail, onSignedIn, keepPage = false }: PasswordFormProps) {
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: () => data(api.POST('/v1/auth/password/login', { body: { email, password } })),
    onSuccess: (identity) => {
      rememberWay('password');
      onSignedIn(identity);
    },
  });
  const errors = formErrors(signIn.error, ['email', 'password'], codes);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate();
      }}
    >
      <EmailField value={email} error={errors.at('email')} onChange={onEmail} />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        error={errors.at('password')}
        onChange={(event) => setPassword(event.target.value)}
      />
      {errors.notice}
      <Button type="submit" look="primary" busy={signIn.isPending}>
        {signIn.isPending ? 'Signing in…' : 'Sign in'}
      </Button>
      <p className="small">
        <Link to="/reset-password" {...(keepPage && { target: '_blank' })}>
          Forgot your password?
        </Link>
      </p>
    </form>
  );
}
