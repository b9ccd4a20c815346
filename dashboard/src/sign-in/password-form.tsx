import { Link } from 'react-router';
import { api, data } from '../api/client';
import { TextField } from '../components/field';
import { emailField, Form, useForm } from '../components/form';
import type { Identity } from '../session/session';
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
        <TextField
          {...emailField}
          value={email}
          error={form.errors.at('email')}
          onChange={(event) => onEmail(event.target.value)}
        />
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
