import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { DataTable, timeColumn, type Column } from '../../components/data-table';
import { useSession } from '../../session/session';
import { AccessText } from './member-dialogs';
import type { Member } from './member';

export type MemberAction = 'access' | 'remove';

interface MemberTableProps {
  members: readonly Member[];
  onAction: (action: MemberAction, member: Member) => void;
  /** Whether the user can manage members. */
  canAct: boolean;
}

export function MemberTable({ members, onAction, canAct }: MemberTableProps) {
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
      <Button
        size="small"
        look="danger"
        aria-label={`Remove ${member.name}`}
        onClick={() => onAction('remove', member)}
      >
        Remove
      </Button>
    </div>
  );
}
