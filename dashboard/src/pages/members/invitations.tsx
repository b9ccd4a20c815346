import { useMemo, useState } from 'react';
import { api, body } from '../../api/client';
import { usePages } from '../../api/use-pages';
import { Button } from '../../components/button';
import { DataTable, type Column } from '../../components/data-table';
import { LoadMore } from '../../components/load-more';
import { ErrorNotice } from '../../components/notice';
import { Skeleton } from '../../components/states';
import { Time } from '../../components/time';
import { formatDate } from '../../format/dates';
import { AccessText } from './access-text';
import type { Invitation } from './member';
import { RevokeDialog } from './member-dialogs';

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
