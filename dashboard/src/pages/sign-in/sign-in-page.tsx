import { type ReactNode, useCallback } from 'react';
import { useTitle } from '../../components/page';
import { PublicFrame } from '../../shell/public-frame';
import './sign-in.css';
import { useLocation, useNavigate, Link, Navigate } from 'react-router';
import { useSignedIn, type Identity, useIdentity } from '../../session/session';
import { nextPath, SignInForms } from '../../sign-in/sign-in-forms';

interface SignInFrameProps {
  title: string;
  intro?: ReactNode;
  /** Links to the other pages of this kind, under the panel. */
  footer?: ReactNode;
  children: ReactNode;
}

/** The frame of the pages to sign in, to sign up and to set a password. */
export function SignInFrame({ title, intro, footer, children }: SignInFrameProps) {
  useTitle(title);
  return (
    <PublicFrame>
      <div className="sign-in stack">
        <h1>{title}</h1>
        {intro && <p className="muted">{intro}</p>}
        <div className="panel sign-in-panel">{children}</div>
        {footer && <p className="sign-in-footer">{footer}</p>}
      </div>
    </PublicFrame>
  );
}

/** After a sign-in: opens the page in `?next=`, or the first page. */
export function useContinue(): (identity: Identity) => void {
  const signedIn = useSignedIn();
  const navigate = useNavigate();
  const { search } = useLocation();
  return useCallback(
    (identity: Identity) => {
      void signedIn(identity);
      void navigate(nextPath(search), { replace: true });
    },
    [signedIn, navigate, search],
  );
}

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
