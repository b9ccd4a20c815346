import { useMutation } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { api, data } from '../../api/client';
import { Button } from '../../components/button';
import { TextField } from '../../components/field';
import { formErrors } from '../../components/form-errors';
import { useIdentity } from '../../session/session';
import { nextPath } from '../../sign-in/sign-in-forms';
import { rememberWay } from '../../sign-in/way';
import { SignInFrame, useContinue } from './sign-in-page';

const empty = { name: '', organization_name: '', email: '', password: '' };
type Field = keyof typeof empty;

const codes = {
  email_already_registered: {
    field: 'email',
    text: 'An account with this address already exists. Sign in instead, or use another address.',
  },
};

export default function SignUpPage() {
  const { search } = useLocation();
  const identity = useIdentity();
  const onSignedIn = useContinue();
  const [values, setValues] = useState(empty);
  const signUp = useMutation({
    mutationFn: () => data(api.POST('/v1/auth/password/signup', { body: values })),
    onSuccess: (created) => {
      rememberWay('password');
      onSignedIn(created);
    },
  });
  const errors = formErrors(signUp.error, Object.keys(empty), codes);
  const field = (name: Field): Pick<ComponentProps<typeof TextField>, 'value' | 'error' | 'onChange' | 'required'> => ({
    required: true,
    value: values[name],
    error: errors.at(name),
    onChange: (event) => setValues({ ...values, [name]: event.target.value }),
  });
  if (identity.data) return <Navigate to={nextPath(search)} replace />;
  return (
    <SignInFrame
      title="Create an account"
      intro="Free for exploration: the sandbox plan needs no payment. Then ask your first question."
      footer={
        <>
          You have an account? <Link to={`/sign-in${search}`}>Sign in</Link>
        </>
      }
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          signUp.mutate();
        }}
      >
        <TextField label="Your name" autoComplete="name" {...field('name')} />
        <TextField label="Organization" autoComplete="organization" {...field('organization_name')} />
        <TextField label="Email" type="email" autoComplete="username" {...field('email')} />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          hint="At least 10 characters. Several words are easy to remember."
          {...field('password')}
        />
        {errors.notice}
        <Button type="submit" look="primary" busy={signUp.isPending}>
          {signUp.isPending ? 'Creating the account…' : 'Create account'}
        </Button>
        <p className="small muted">
          Prefer no password? <Link to={`/sign-in${search}`}>Sign in with an email link</Link>: the first one creates
          the account.
        </p>
      </form>
    </SignInFrame>
  );
}
