import { Link } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Badge, type Column, DataTable, timeColumn } from '../../components/data-table';
import { formatDateTime } from '../../format/format';
import { type Identity, useSession, useSignOut } from '../../session/session';
import { Button, ErrorNotice, Notice } from '../../components/notice';
import { Facts } from '../../components/facts';
import { Page } from '../../components/page';
import { api, type components, data } from '../../api/client';
import { Form, newPassword, useAction, useForm } from '../../components/form';
import { TextField } from '../../components/field';
import { Loaded } from '../../components/states';
import './account.css';

function ProfileSection({ identity: { user, organization } }: { identity: Identity }) {
  return (
    <section className="stack" aria-labelledby="profile">
      <h2 id="profile">Profile</h2>
      <Facts
        className="panel"
        facts={[
          ['Name', user?.name],
          [
            'Email',
            <span className="row">
              {user?.email}{' '}
              {user?.email_verified ? (
                <Badge kind="success">verified</Badge>
              ) : (
                <Badge kind="warning">not verified</Badge>
              )}
            </span>,
          ],
          ['Organization', <Link to="/organization">{organization.name}</Link>],
          ['Last sign-in', user?.last_login_at && formatDateTime(user.last_login_at)],
        ]}
      />
    </section>
  );
}

export default function AccountPage() {
  const identity = useSession();
  const signOut = useSignOut();
  return (
    <Page
      title="Your account"
      actions={
        <Button busy={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign out
        </Button>
      }
    >
      <ProfileSection identity={identity} />
      <SessionsSection />
      <PasswordSection email={identity.user?.email} />
    </Page>
  );
}

type Session = components['schemas']['Session'];

const queryKey = ['sessions'] as const;

/** The browsers that are signed in. The user ends one session or all others. */
function SessionsSection() {
  const sessions = useQuery({ queryKey, queryFn: () => data(api.GET('/v1/auth/sessions')) });
  const end = useAction(
    (id: string) => data(api.DELETE('/v1/auth/sessions/{session_id}', { params: { path: { session_id: id } } })),
    { refresh: queryKey },
  );
  const endOthers = useAction(() => data(api.DELETE('/v1/auth/sessions')), { refresh: queryKey });
  const hasOthers = sessions.data?.some(({ current }) => !current) ?? false;
  const error = end.error ?? endOthers.error;
  const ending = end.isPending ? end.variables : undefined;
  const { mutate: endSession } = end;
  const columns = useMemo(() => columnsOf(endSession, ending), [endSession, ending]);
  return (
    <section className="stack" aria-labelledby="sessions">
      <div className="row">
        <h2 id="sessions">Sessions</h2>
        {hasOthers && (
          <Button size="small" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            End all others
          </Button>
        )}
      </div>
      <p className="muted">Browsers that are signed in to your account. A session ends after 7 days without use.</p>
      {error && <ErrorNotice error={error} />}
      <Loaded query={sessions}>
        {(rows) => (
          <DataTable caption="Signed-in browsers" columns={columns} rows={rows} rowKey={({ session_id: id }) => id} />
        )}
      </Loaded>
    </section>
  );
}

function columnsOf(end: (sessionId: string) => void, ending: string | undefined): Column<Session>[] {
  return [
    {
      header: 'Browser',
      cell: ({ browser, address }) => (
        <>
          {browser ?? 'Unknown browser'}
          <br />
          <span className="small muted">{address ?? 'Unknown address'}</span>
        </>
      ),
    },
    timeColumn('Signed in', ({ created_at }: Session) => created_at),
    timeColumn('Last used', ({ last_used_at }: Session) => last_used_at),
    {
      header: 'Action',
      cell: ({ session_id: id, current, browser, address }) =>
        current ? (
          <Badge>this one</Badge>
        ) : (
          <Button
            size="small"
            busy={ending === id}
            aria-label={`End the session of ${browser ?? 'an unknown browser'} at ${address ?? 'an unknown address'}`}
            onClick={() => end(id)}
          >
            End
          </Button>
        ),
    },
  ];
}

const empty = { current_password: '', new_password: '' };

const codes = {
  current_password_wrong: {
    field: 'current_password',
    text: 'The current password is wrong, or the account has none. Check it, or set a new one by email.',
  },
  email_link_required: {
    field: 'current_password',
    text: 'Too many wrong passwords were sent. Set a new one by email, or try again in an hour.',
  },
};

function PasswordSection({ email }: { email: string | undefined }) {
  const form = useForm({
    initial: empty,
    send: (body) => data(api.POST('/v1/auth/password/change', { body })),
    codes,
    refresh: ['sessions'],
    onDone: (): void => form.set(empty),
  });
  return (
    <section className="stack" aria-labelledby="password">
      <h2 id="password">Password</h2>
      <p className="muted">
        A new password ends all other sessions. No password yet, or forgotten?{' '}
        <Link to="/reset-password">Set one by email</Link>.
      </p>
      <Form className="account-form" form={form} look="normal" action="Change password" busy="Changing the password…">
        <input type="hidden" autoComplete="username" value={email ?? ''} readOnly />
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          {...form.text('current_password')}
        />
        <TextField {...newPassword} label="New password" {...form.text('new_password')} />
        {form.isSuccess && <Notice>The password is changed, and all other sessions ended.</Notice>}
      </Form>
    </section>
  );
}
