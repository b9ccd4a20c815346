import { useMemo, useState, type FormEvent } from 'react';
import { api, body, data } from '../../api/client';
import { usePages, useIdempotencyKey } from '../../api/use-pages';
import { Button } from '../../components/button';
import { DataTable, type Column } from '../../components/data-table';
import { LoadMore, Skeleton } from '../../components/states';
import { ErrorNotice } from '../../components/notice';
import { Time } from '../../components/badge';
import { formatDate } from '../../format/dates';
import { AccessText, RevokeDialog, AccessFields } from './member-dialogs';
import { type Invitation, accessRequest, defaultAccess, isComplete } from './member';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../../components/dialog';
import { TextField } from '../../components/field';
import { formErrors } from '../../components/form-errors';

/** The pending invitations, for owners. */
export function Invitations() {
  const [revoking, setRevoking] = useState<Invitation>();
  const invitations = usePages(['invitations'], (cursor) =>
    body(api.GET('/v1/invitations', { params: { query: { limit: 100, ...(cursor && { cursor }) } } })),
  );
  const { rows, error } = invitations;
  return (
    <section className="stack">
      <h2>Pending invitations</h2>
      {error && !rows && <ErrorNotice error={error} onRetry={() => void invitations.refetch()} />}
      {invitations.isPending && <Skeleton lines={2} />}
      {rows?.length === 0 && <p className="muted">No pending invitations.</p>}
      {rows && rows.length > 0 && <InvitationTable invitations={rows} onRevoke={setRevoking} />}
      <LoadMore query={invitations} />
      {revoking && <RevokeDialog invitation={revoking} onClose={() => setRevoking(undefined)} />}
    </section>
  );
}

interface InvitationTableProps {
  invitations: readonly Invitation[];
  onRevoke: (invitation: Invitation) => void;
}

function InvitationTable({ invitations, onRevoke }: InvitationTableProps) {
  const columns = useMemo<Column<Invitation>[]>(
    () => [
      {
        id: 'email',
        header: 'Email',
        sortBy: ({ email }) => email,
        cell: ({ email }) => <span className="members-name">{email}</span>,
      },
      {
        id: 'access',
        header: 'Role and scopes',
        sortBy: ({ role }) => role,
        cell: (row) => <AccessText access={row} />,
      },
      {
        id: 'sent',
        header: 'Sent',
        sortBy: ({ created_at }) => created_at,
        cell: ({ created_at }) => <Time at={created_at} />,
      },
      {
        id: 'expires',
        header: 'Expires',
        sortBy: ({ expires_at }) => expires_at,
        cell: ({ expires_at }) => formatDate(expires_at),
      },
      {
        id: 'actions',
        header: 'Actions',
        cell: (invitation) => (
          <Button
            size="small"
            look="danger"
            aria-label={`Revoke the invitation of ${invitation.email}`}
            onClick={() => onRevoke(invitation)}
          >
            Revoke
          </Button>
        ),
      },
    ],
    [onRevoke],
  );
  return <DataTable caption="Pending invitations" columns={columns} rows={invitations} rowKey={({ id }) => id} />;
}

const codes = { already_member: { field: 'email', text: 'This address belongs to a member.' } };

export function InviteDialog({ onClose, onSent }: { onClose: () => void; onSent: (email: string) => void }) {
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [access, setAccess] = useState(defaultAccess);
  const request = { email, ...accessRequest(access) };
  const idempotencyKey = useIdempotencyKey(request);
  const invitation = useMutation({
    mutationFn: () =>
      data(api.POST('/v1/invitations', { params: { header: { 'Idempotency-Key': idempotencyKey } }, body: request })),
    onSuccess: (sent) => {
      void queryClient.invalidateQueries({ queryKey: ['invitations'] });
      onSent(sent.email);
    },
  });
  const errors = formErrors(invitation.error, ['email', 'scopes'], codes);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invitation.mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Invite a colleague"
      description="The colleague gets an email with a link that works once, within 7 days. An address belongs to one organization: a colleague who already has an account can move it here with the link, and then leaves the other organization. To keep both, invite another address of the colleague."
    >
      <form className="stack" onSubmit={submit}>
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          required
          value={email}
          error={errors.at('email')}
          onChange={(event) => setEmail(event.target.value)}
        />
        <AccessFields value={access} onChange={setAccess} scopesError={errors.at('scopes')} />
        {errors.notice}
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={invitation.isPending} disabled={!isComplete(access)}>
            Send invitation
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
