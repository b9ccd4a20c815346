import { useCallback, useState } from 'react';
import { api, body, data } from '../../api/client';
import { usePages } from '../../api/use-pages';
import { Button, Notice } from '../../components/notice';
import { Page } from '../../components/page';
import { useSession } from '../../session/session';
import { accessRequest, defaultAccess, type Invitation, isComplete, type Member } from './member';
import { AccessDialog, AccessFields, AccessText, RemoveDialog, RevokeDialog } from './member-dialogs';
import { Badge, type Column, DataTable, timeColumn } from '../../components/data-table';
import { Pages } from '../../components/states';
import { formatDate } from '../../format/format';
import { FormDialog, useForm } from '../../components/form';
import { TextField } from '../../components/field';

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

function Invitations() {
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

function InviteDialog({ onClose, onSent }: { onClose: () => void; onSent: (email: string) => void }) {
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
