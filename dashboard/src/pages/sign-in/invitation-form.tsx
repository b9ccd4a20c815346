import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { isApiFailure } from '../../api/api-failure';
import { api, data } from '../../api/client';
import type { components } from '../../api/types';
import { Button } from '../../components/button';
import { TextField } from '../../components/field';
import { formErrors } from '../../components/form-errors';
import { Notice } from '../../components/notice';
import { formatDate } from '../../format/dates';
import { useIdentity } from '../../session/session';
import { useContinue } from './use-continue';

interface InvitationFormProps {
  token: string;
  invitation: components['schemas']['InvitationPreview'];
  onInvalid: () => void;
}

const codes = {
  account_exists: {
    field: 'email',
    text: 'This address has an account. Sign in to it and open the link again in this browser to move the account, or request an invitation of another address.',
  },
};

export function InvitationForm({ token, invitation, onInvalid }: InvitationFormProps) {
  const { data: identity } = useIdentity();
  const [name, setName] = useState('');
  const onSignedIn = useContinue();
  const { existing_account: existing } = invitation;
  const acceptance = useMutation({
    mutationFn: () => {
      const account = existing ? { move_account: true } : { ...(name.trim() && { name }) };
      return data(api.POST('/v1/invitations/accept', { body: { token, ...account } }));
    },
    onSuccess: onSignedIn,
    onError: (error) => {
      if (isApiFailure(error) && error.code === 'invitation_invalid') onInvalid();
    },
  });
  const errors = formErrors(acceptance.error, ['name', 'email'], codes);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    acceptance.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <p>
        You were invited to <strong dir="auto">{invitation.organization_name}</strong> as{' '}
        {invitation.role === 'owner' ? 'an owner, with all scopes' : 'a member'}. The invitation expires on{' '}
        {formatDate(invitation.expires_at)}.
      </p>
      {existing && <MoveNotice account={existing} />}
      {identity?.user && !existing && (
        <Notice kind="warning" title={`You are signed in as ${identity.user.email}`}>
          <p>If you join, this browser signs out of that account.</p>
        </Notice>
      )}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        readOnly
        value={invitation.email}
        error={errors.at('email')}
      />
      {!existing && (
        <TextField
          label="Your name (optional)"
          hint="Your colleagues see it. Default: the first part of your address."
          autoComplete="name"
          maxLength={200}
          dir="auto"
          value={name}
          error={errors.at('name')}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      {errors.notice}
      {!existing?.last_owner && (
        <Button type="submit" look={existing ? 'danger' : 'primary'} busy={acceptance.isPending}>
          {acceptance.isPending ? 'Joining…' : existing ? 'Move my account and join' : 'Join and sign in'}
        </Button>
      )}
    </form>
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
