import { Link, Navigate, useLocation } from 'react-router';
import { api, data } from '../../api/client';
import { TextField } from '../../components/field';
import { emailField, Form, newPassword, useForm } from '../../components/form';
import { useIdentity } from '../../session/session';
import { nextPath, rememberWay } from '../../sign-in/sign-in-forms';
import { SignInFrame, useContinue } from './sign-in-page';

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
  const form = useForm({
    initial: { name: '', organization_name: '', email: '', password: '' },
    send: (body) => data(api.POST('/v1/auth/password/signup', { body })),
    codes,
    onDone: (created) => {
      rememberWay('password');
      onSignedIn(created);
    },
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
      <Form form={form} action="Create account" busy="Creating the account…">
        <TextField label="Your name" autoComplete="name" required {...form.text('name')} />
        <TextField label="Organization" autoComplete="organization" required {...form.text('organization_name')} />
        <TextField {...emailField} {...form.text('email')} />
        <TextField {...newPassword} label="Password" {...form.text('password')} />
      </Form>
      <p className="small muted">
        Prefer no password? <Link to={`/sign-in${search}`}>Sign in with an email link</Link>: the first one creates the
        account.
      </p>
    </SignInFrame>
  );
}
