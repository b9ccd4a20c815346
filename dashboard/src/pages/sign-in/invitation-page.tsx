import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, type components, data, isApiFailure } from '../../api/client';
import { TextField } from '../../components/field';
import { Form, useForm } from '../../components/form';
import { Notice } from '../../components/notice';
import { formatDate } from '../../format/format';
import { useIdentity } from '../../session/session';
import { useContinue, SignInFrame } from './sign-in-page';
import { Loaded } from '../../components/states';
import { Link } from 'react-router';

interface InvitationFormProps {
  token: string;
  invitation: components['schemas']['InvitationPreview'];
}

const codes = {
  account_exists: {
    field: 'email',
    text: 'This address has an account. Sign in to it and open the link again in this browser to move the account, or request an invitation of another address.',
  },
};

function InvitationForm({ token, invitation }: InvitationFormProps) {
  const { data: identity } = useIdentity();
  const onSignedIn = useContinue();
  const { existing_account: existing } = invitation;
  const form = useForm({
    initial: { name: '' },
    send: ({ name }) => {
      const account = existing ? { move_account: true } : { ...(name.trim() && { name }) };
      return data(api.POST('/v1/invitations/accept', { body: { token, ...account } }));
    },
    fields: ['name', 'email'],
    codes,
    onDone: onSignedIn,
  });
  if (isInvalid(form.error)) return <UsedInvitation />;
  const fields = (
    <>
      <p>
        You were invited to <strong dir="auto">{invitation.organization_name}</strong> as{' '}
        {invitation.role === 'owner' ? 'an owner, with all scopes' : 'a member'}. The invitation expires on{' '}
        {formatDate(invitation.expires_at)}.
      </p>
      {existing && <MoveNotice account={existing} />}
      {identity?.user && !existing && (
        <Notice kind="warning" title={`You are signed in as ${identity.user.email}`}>
          If you join, this browser signs out of that account.
        </Notice>
      )}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        readOnly
        value={invitation.email}
        error={form.errors.at('email')}
      />
      {!existing && (
        <TextField
          label="Your name (optional)"
          hint="Your colleagues see it. Default: the first part of your address."
          autoComplete="name"
          maxLength={200}
          dir="auto"
          {...form.text('name')}
        />
      )}
    </>
  );
  if (existing?.last_owner) return <div className="stack">{fields}</div>;
  return (
    <Form
      form={form}
      look={existing ? 'danger' : 'primary'}
      action={existing ? 'Move my account and join' : 'Join and sign in'}
      busy="Joining…"
    >
      {fields}
    </Form>
  );
}

/** The user has an account in another organization, and a user belongs to one. */
function MoveNotice({ account }: { account: NonNullable<InvitationFormProps['invitation']['existing_account']> }) {
  const name = <strong dir="auto">{account.organization_name}</strong>;
  if (account.last_owner)
    return (
      <Notice kind="warning" title="You are the last owner of another organization">
        <p>
          An account belongs to one organization. Make another member of {name} an owner first, or request an invitation
          of another email address.
        </p>
      </Notice>
    );
  return (
    <Notice kind="warning" title="You have an account in another organization">
      <p>
        An account belongs to one organization. If you join, you leave {name}.{' '}
        {account.only_user
          ? 'It has no other users: the keys, links, endpoints and content that you created there end, and no one can sign in to it.'
          : 'What you created there remains with it.'}{' '}
        To keep both, request an invitation of another email address.
      </p>
    </Notice>
  );
}

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
  if (isInvalid(preview.error)) return <UsedInvitation />;
  return <Loaded query={preview}>{(invitation) => <InvitationForm token={token} invitation={invitation} />}</Loaded>;
}

const UsedInvitation = () => (
  <InvalidInvitation>
    It was already accepted or revoked, it is older than 7 days, or a newer one was sent. Request a new one from the
    sender.
  </InvalidInvitation>
);

const isInvalid = (error: unknown) => isApiFailure(error) && error.code === 'invitation_invalid';

function InvalidInvitation({ children }: { children: string }) {
  return (
    <Notice kind="warning" title="This invitation does not work">
      {children}
    </Notice>
  );
}
