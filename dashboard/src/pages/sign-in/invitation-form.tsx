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

export function InvitationForm({ token, invitation, onInvalid }: InvitationFormProps) {
  const { data: identity } = useIdentity();
  const [name, setName] = useState('');
  const onSignedIn = useContinue();
  const acceptance = useMutation({
    mutationFn: () => data(api.POST('/v1/invitations/accept', { body: { token, ...(name.trim() && { name }) } })),
    onSuccess: onSignedIn,
    onError: (error) => {
      if (isApiFailure(error) && error.code === 'invitation_invalid') onInvalid();
    },
  });
  const errors = formErrors(acceptance.error, ['name']);
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
      {identity?.user && (
        <Notice kind="warning" title={`You are signed in as ${identity.user.email}`}>
          <p>If you join, this browser signs out of that account.</p>
        </Notice>
      )}
      <TextField label="Email" type="email" autoComplete="username" readOnly value={invitation.email} />
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
      {errors.notice}
      <Button type="submit" look="primary" busy={acceptance.isPending}>
        {acceptance.isPending ? 'Joining…' : 'Join and sign in'}
      </Button>
    </form>
  );
}
