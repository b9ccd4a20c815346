import { Link, Navigate, useLocation } from 'react-router';
import { useIdentity } from '../../session/session';
import { nextPath } from '../../sign-in/next-path';
import { SignInForms } from '../../sign-in/sign-in-forms';
import { SignInFrame } from './sign-in-frame';
import { useContinue } from './use-continue';

export default function SignInPage() {
  const { search } = useLocation();
  const identity = useIdentity();
  const onSignedIn = useContinue();
  if (identity.data) return <Navigate to={nextPath(search)} replace />;
  return (
    <SignInFrame
      title="Sign in"
      footer={
        <>
          New here? <Link to={`/sign-up${search}`}>Create an account</Link>
        </>
      }
    >
      <SignInForms onSignedIn={onSignedIn} />
    </SignInFrame>
  );
}
