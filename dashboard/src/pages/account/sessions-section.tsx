import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, data } from '../../api/client';
import type { components } from '../../api/types';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { DataTable, timeColumn, type Column } from '../../components/data-table';
import { useAction } from '../../components/form';
import { ErrorNotice } from '../../components/notice';
import { Loaded } from '../../components/states';

type Session = components['schemas']['Session'];

const queryKey = ['sessions'] as const;

/** The browsers that are signed in. The user ends one session or all others. */
export function SessionsSection() {
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
