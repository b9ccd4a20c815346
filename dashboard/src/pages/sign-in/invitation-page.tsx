import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { isApiFailure } from '../../api/api-failure';
import { api, data } from '../../api/client';
import { Notice } from '../../components/notice';
import { Loaded } from '../../components/states';
import { InvitationForm } from './invitation-form';
import { SignInFrame } from './sign-in-frame';

const tokenInAddress = () => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? undefined;

/** Shows the invitation of the link. It requires a click to join, because mail scanners open links and must not use them up. */
export default function InvitationPage() {
  const [token] = useState(tokenInAddress);
  useEffect(() => {
    // The history of the browser must not contain the token.
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  return (
    <SignInFrame title="Join an organization" footer={<Link to="/sign-in">Sign in to an existing account</Link>}>
      {token === undefined ? (
        <InvalidInvitation>The link is incomplete. Open the link in your email again.</InvalidInvitation>
      ) : (
        <Invitation token={token} />
      )}
    </SignInFrame>
  );
}

function Invitation({ token }: { token: string }) {
  const preview = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => data(api.POST('/v1/invitations/preview', { body: { token } })),
    staleTime: Infinity,
  });
  const [isUsed, setUsed] = useState(false);
  if (isUsed || isInvalid(preview.error))
    return (
      <InvalidInvitation>
        It was already accepted or revoked, it is older than 7 days, or a newer one was sent. Request a new one from the
        sender.
      </InvalidInvitation>
    );
  return (
    <Loaded query={preview}>
      {(invitation) => <InvitationForm token={token} invitation={invitation} onInvalid={() => setUsed(true)} />}
    </Loaded>
  );
}

const isInvalid = (error: unknown) => isApiFailure(error) && error.code === 'invitation_invalid';

function InvalidInvitation({ children }: { children: string }) {
  return (
    <Notice kind="warning" title="This invitation does not work">
      <p>{children}</p>
    </Notice>
  );
}
