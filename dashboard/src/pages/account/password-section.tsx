import { Link } from 'react-router';
import { api, data } from '../../api/client';
import { TextField } from '../../components/field';
import { Form, newPassword, useForm } from '../../components/form';
import { Notice } from '../../components/notice';

const empty = { current_password: '', new_password: '' };

const codes = {
  current_password_wrong: {
    field: 'current_password',
    text: 'The current password is wrong, or the account has none. Check it, or set a new one by email.',
  },
  email_link_required: {
    field: 'current_password',
    text: 'Too many wrong passwords were sent. Set a new one by email, or try again in an hour.',
  },
};

export function PasswordSection({ email }: { email: string | undefined }) {
  const form = useForm({
    initial: empty,
    send: (body) => data(api.POST('/v1/auth/password/change', { body })),
    codes,
    refresh: ['sessions'],
    onDone: (): void => form.set(empty),
  });
  return (
    <section className="stack" aria-labelledby="password">
      <h2 id="password">Password</h2>
      <p className="muted">
        A new password ends all other sessions. No password yet, or forgotten?{' '}
        <Link to="/reset-password">Set one by email</Link>.
      </p>
      <Form className="account-form" form={form} look="normal" action="Change password" busy="Changing the password…">
        <input type="hidden" autoComplete="username" value={email ?? ''} readOnly />
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          {...form.text('current_password')}
        />
        <TextField {...newPassword} label="New password" {...form.text('new_password')} />
        {form.isSuccess && <Notice>The password is changed, and all other sessions ended.</Notice>}
      </Form>
    </section>
  );
}
