import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, data } from '../../api/client';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { formErrors } from '../../components/form-errors';
import { AccessFields } from './access-fields';
import { accessRequest, isComplete, type Access, type Invitation, type Member } from './member';

interface MemberDialogProps {
  member: Member;
  onClose: () => void;
}

export function AccessDialog({ member, onClose }: MemberDialogProps) {
  const queryClient = useQueryClient();
  const [access, setAccess] = useState<Access>({ role: member.role, scopes: member.scopes });
  const update = useMutation({
    mutationFn: () =>
      data(
        api.PATCH('/v1/members/{user_id}', {
          params: { path: { user_id: member.user_id } },
          body: accessRequest(access),
        }),
      ),
    onSuccess: () => {
      // An owner who becomes a member loses invitations too.
      for (const key of ['members', 'invitations']) void queryClient.invalidateQueries({ queryKey: [key] });
      onClose();
    },
  });
  const losesOwnership = member.role === 'owner' && access.role === 'member';
  const errors = formErrors(update.error, ['scopes']);
  return (
    <Dialog open onClose={onClose} title={`Change the access of ${member.name}`} description={member.email}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          update.mutate();
        }}
      >
        <AccessFields value={access} onChange={setAccess} scopesError={errors.at('scopes')} />
        <p className="small muted">
          {losesOwnership
            ? 'The sessions of this owner end, and so do the invitations that this owner sent.'
            : 'The change applies immediately, also in open sessions.'}
        </p>
        {errors.notice}
        <div className="dialog-actions">
          <Button onClick={onClose}>Back</Button>
          <Button type="submit" look="primary" busy={update.isPending} disabled={!isComplete(access)}>
            Change access
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function RemoveDialog({ member, onClose }: MemberDialogProps) {
  const queryClient = useQueryClient();
  const removal = useMutation({
    mutationFn: () => data(api.DELETE('/v1/members/{user_id}', { params: { path: { user_id: member.user_id } } })),
    onSuccess: () => {
      for (const key of ['members', 'invitations']) void queryClient.invalidateQueries({ queryKey: [key] });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      danger
      title={`Remove ${member.name}?`}
      description={`The account of ${member.email} is deleted, and all its sessions end immediately. Simulations and API keys belong to the organization and remain. Rotate the keys that this person knew.`}
      confirmLabel="Remove member"
      busy={removal.isPending}
      error={removal.error}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    />
  );
}

export function RevokeDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const queryClient = useQueryClient();
  const revocation = useMutation({
    mutationFn: () =>
      data(api.DELETE('/v1/invitations/{invitation_id}', { params: { path: { invitation_id: invitation.id } } })),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['invitations'] });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      danger
      title={`Revoke the invitation of ${invitation.email}?`}
      description="The link in the email stops working immediately."
      confirmLabel="Revoke invitation"
      busy={revocation.isPending}
      error={revocation.error}
      onConfirm={() => revocation.mutate()}
      onClose={onClose}
    />
  );
}
