import { useState } from 'react';
import { api, body, data } from '../../api/client';
import { usePages } from '../../api/use-pages';
import { Button } from '../../components/notice';
import { DataTable, timeColumn, type Column } from '../../components/data-table';
import { formatDate } from '../../format/format';
import { AccessText, RevokeDialog, AccessFields } from './member-dialogs';
import { accessRequest, defaultAccess, type Invitation, isComplete } from './member';
import { FormDialog, useForm } from '../../components/form';
import { TextField } from '../../components/field';
import { Pages } from '../../components/states';

export function Invitations() {
  const [revoking, setRevoking] = useState<Invitation>();
  const invitations = usePages(['invitations'], (cursor) =>
    body(api.GET('/v1/invitations', { params: { query: { limit: 100, cursor } } })),
  );
  return (
    <section className="stack">
      <h2>Pending invitations</h2>
      <Pages query={invitations} lines={2} empty={<p className="muted">No pending invitations.</p>}>
        {(rows) => <InvitationTable invitations={rows} onRevoke={setRevoking} />}
      </Pages>
      {revoking && <RevokeDialog invitation={revoking} onClose={() => setRevoking(undefined)} />}
    </section>
  );
}

interface InvitationTableProps {
  invitations: readonly Invitation[];
  onRevoke: (invitation: Invitation) => void;
}

function InvitationTable({ invitations, onRevoke }: InvitationTableProps) {
  const columns: readonly Column<Invitation>[] = [
    {
      header: 'Email',
      sortBy: ({ email }) => email,
      cell: ({ email }) => <span className="cell">{email}</span>,
    },
    {
      header: 'Role and scopes',
      sortBy: ({ role }) => role,
      cell: (row) => <AccessText access={row} />,
    },
    timeColumn('Sent', ({ created_at }: Invitation) => created_at),
    {
      header: 'Expires',
      sortBy: ({ expires_at }) => expires_at,
      cell: ({ expires_at }) => formatDate(expires_at),
    },
    {
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
  ];
  return <DataTable caption="Pending invitations" columns={columns} rows={invitations} rowKey={({ id }) => id} />;
}

const codes = { already_member: { field: 'email', text: 'This address belongs to a member.' } };

export function InviteDialog({ onClose, onSent }: { onClose: () => void; onSent: (email: string) => void }) {
  const form = useForm({
    initial: { email: '', ...defaultAccess },
    send: ({ email, ...access }, key) =>
      data(
        api.POST('/v1/invitations', {
          params: { header: { 'Idempotency-Key': key } },
          body: { email, ...accessRequest(access) },
        }),
      ),
    codes,
    refresh: ['invitations'],
    onDone: ({ email }) => onSent(email),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Invite a colleague"
      description="The colleague gets an email with a link that works once, within 7 days. An address belongs to one organization: a colleague who already has an account can move it here with the link, and then leaves the other organization. To keep both, invite another address of the colleague."
      action="Send invitation"
      disabled={!isComplete(form.values)}
    >
      <TextField label="Email" type="email" autoComplete="off" required {...form.text('email')} />
      <AccessFields value={form.values} onChange={form.set} scopesError={form.errors.at('scopes')} />
    </FormDialog>
  );
}
