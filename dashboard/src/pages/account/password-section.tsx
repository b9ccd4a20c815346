import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, data } from '../../api/client';
import { Button } from '../../components/button';
import { TextField } from '../../components/field';
import { formErrors } from '../../components/form-errors';
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
  const [values, setValues] = useState(empty);
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: () => data(api.POST('/v1/auth/password/change', { body: values })),
    onSuccess: async () => {
      setValues(empty);
      await queryClient.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  const errors = formErrors(change.error, Object.keys(empty), codes);
  return (
    <section className="account-section" aria-labelledby="password">
      <h2 id="password">Password</h2>
      <p className="muted">
        A new password ends all other sessions. No password yet, or forgotten?{' '}
        <Link to="/reset-password">Set one by email</Link>.
      </p>
      <form
        className="stack account-form"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
      >
        <input type="hidden" autoComplete="username" value={email ?? ''} readOnly />
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          value={values.current_password}
          error={errors.at('current_password')}
          onChange={(event) => setValues({ ...values, current_password: event.target.value })}
        />
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="At least 10 characters. Several words are easy to remember."
          required
          value={values.new_password}
          error={errors.at('new_password')}
          onChange={(event) => setValues({ ...values, new_password: event.target.value })}
        />
        {errors.notice}
        {change.isSuccess && (
          <Notice>
            <p>The password is changed, and all other sessions ended.</p>
          </Notice>
        )}
        <Button type="submit" busy={change.isPending}>
          {change.isPending ? 'Changing the password…' : 'Change password'}
        </Button>
      </form>
    </section>
  );
}
