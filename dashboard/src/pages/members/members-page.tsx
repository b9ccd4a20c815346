import { useCallback, useState } from 'react';
import { api, body } from '../../api/client';
import { usePages } from '../../api/use-pages';
import { Button } from '../../components/button';
import { Pages } from '../../components/states';
import { Notice } from '../../components/notice';
import { Page } from '../../components/page';
import { useSession } from '../../session/session';
import { Invitations, InviteDialog } from './invitations';
import type { Member } from './member';
import { AccessDialog, RemoveDialog } from './member-dialogs';
import { MemberTable, type MemberAction } from './member-table';

type Open = { dialog: 'invite' } | { dialog: MemberAction; member: Member };

export default function MembersPage() {
  const { user, organization } = useSession();
  const [open, setOpen] = useState<Open>();
  const [sentTo, setSentTo] = useState<string>();
  const members = usePages(['members'], (cursor) =>
    body(api.GET('/v1/members', { params: { query: { limit: 100, ...(cursor && { cursor }) } } })),
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
        <Notice title="Invitation sent">
          <p>{sentTo} gets an email with a link to join. The link works for 7 days.</p>
        </Notice>
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
