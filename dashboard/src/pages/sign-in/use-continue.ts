import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSignedIn, type Identity } from '../../session/session';
import { nextPath } from '../../sign-in/next-path';

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
