import { useCallback, useState } from 'react';
import { api, body } from '../../api/client';
import { usePages } from '../../api/use-pages';
import { Button, Notice } from '../../components/notice';
import { Page } from '../../components/page';
import { useSession } from '../../session/session';
import { Invitations, InviteDialog } from './invitations';
import type { Member } from './member';
import { AccessDialog, AccessText, RemoveDialog } from './member-dialogs';
import { Badge, type Column, DataTable, timeColumn } from '../../components/data-table';
import { Pages } from '../../components/states';

type Open = { dialog: 'invite' } | { dialog: MemberAction; member: Member };

export default function MembersPage() {
  const { user, organization } = useSession();
  const [open, setOpen] = useState<Open>();
  const [sentTo, setSentTo] = useState<string>();
  const members = usePages(['members'], (cursor) =>
    body(api.GET('/v1/members', { params: { query: { limit: 100, cursor } } })),
  );
  const close = () => setOpen(undefined);
  const act = useCallback((dialog: MemberAction, member: Member) => setOpen({ dialog, member }), []);
  const isOwner = user?.role === 'owner';
  const inviteButton = (
    <Button look="primary" onClick={() => setOpen({ dialog: 'invite' })}>
      Invite a colleague
    </Button>
  );
  return (
    <Page
      title="Members"
      intro={
        <>
          Users of <span dir="auto">{organization.name}</span>, in both tiers.
          {!isOwner && ' Only owners invite, change and remove members.'}
        </>
      }
      actions={isOwner && inviteButton}
    >
      {sentTo !== undefined && (
        <Notice title="Invitation sent">{sentTo} gets an email with a link to join. The link works for 7 days.</Notice>
      )}
      <Pages query={members} empty={null}>
        {(rows) => (
          <>
            <MemberTable members={rows} onAction={act} canAct={isOwner} />
            {rows.length === 1 && isOwner && (
              <p className="muted">
                You are the only member. Invite colleagues, and grant each only the scopes they need.
              </p>
            )}
          </>
        )}
      </Pages>
      {isOwner && <Invitations />}
      {open?.dialog === 'invite' && (
        <InviteDialog
          onClose={close}
          onSent={(email) => {
            setSentTo(email);
            close();
          }}
        />
      )}
      {open?.dialog === 'access' && <AccessDialog member={open.member} onClose={close} />}
      {open?.dialog === 'remove' && <RemoveDialog member={open.member} onClose={close} />}
    </Page>
  );
}

type MemberAction = 'access' | 'remove';

interface MemberTableProps {
  members: readonly Member[];
  onAction: (action: MemberAction, member: Member) => void;
  canAct: boolean;
}

function MemberTable({ members, onAction, canAct }: MemberTableProps) {
  const userId = useSession().user?.user_id;
  const columns: readonly Column<Member>[] = [
    {
      header: 'Member',
      sortBy: ({ name }) => name.toLowerCase(),
      cell: (member) => <MemberName member={member} isYou={member.user_id === userId} />,
    },
    {
      header: 'Role and scopes',
      sortBy: ({ role }) => role,
      cell: (row) => <AccessText access={row} />,
    },
    timeColumn('Joined', ({ created_at }: Member) => created_at),
    timeColumn('Last sign-in', ({ last_login_at }: Member) => last_login_at),
    {
      header: 'Actions',
      cell: (member: Member) =>
        member.user_id === userId ? (
          <span className="muted">None</span>
        ) : (
          <Actions member={member} onAction={onAction} />
        ),
      isHidden: !canAct,
    },
  ];
  return <DataTable caption="Members" columns={columns} rows={members} rowKey={({ user_id }) => user_id} />;
}

function MemberName({ member: { name, email }, isYou }: { member: Member; isYou: boolean }) {
  return (
    <div className="cell">
      <span className="row">
        <strong dir="auto">{name}</strong>
        {isYou && <Badge>you</Badge>}
      </span>
      <span className="muted">{email}</span>
    </div>
  );
}

function Actions({ member, onAction }: { member: Member; onAction: MemberTableProps['onAction'] }) {
  return (
    <div className="row">
      <Button
        size="small"
        aria-label={`Change the access of ${member.name}`}
        onClick={() => onAction('access', member)}
      >
        Change
      </Button>
      <Button size="small" look="danger" of={member.name} onClick={() => onAction('remove', member)}>
        Remove
      </Button>
    </div>
  );
}
